/* The words every form uses. */

import { add } from "../text.js";

add({
  "form.optional": "(if you like)",
  "form.needed": "This is needed.",
  "form.choose": "Choose at least one.",
  "form.money": "Write an amount of money, for instance 25 or 12.50.",
  "form.number": "Write a whole number from {min} to {max}.",
});
