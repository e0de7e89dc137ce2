/* The words of matters that a floorperson decides; what they are about is said by the house. */

import { add } from "../text.js";

add({
  "ruling.clock":
    "The clock is the floorperson's, not yours: when it has run out, the round goes on in the players' favour.",
});
