/* The roles people have in the house. */

import { add } from "../text.js";

add({
  "role.player": "player",
  "role.dealer": "dealer",
  "role.floorperson": "floorperson",
  "role.supervisor": "supervisor",
  "role.manager": "manager",
  "role.auditor": "auditor",
});
