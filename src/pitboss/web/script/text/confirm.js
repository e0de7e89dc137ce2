/* The words of the dialog that asks for the password again. */

import { add } from "../text.js";

add({
  "cancel": "Cancel",
  "confirm.title": "Your password, please",
  "confirm.why": "{why} It then holds for a few minutes.",
  "confirm.password": "Password of {handle}",
  "confirm.do": "Confirm",
  "confirm.cancelled": "Nothing was done: the password was not given.",
});
