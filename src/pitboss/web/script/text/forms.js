/* The words every form uses. */

import { add } from "../text.js";

add({
  "form.optional": "(if you like)",
  "form.needed": "This is needed.",
  "form.choose": "Choose at least one.",
  "form.sure": "This cannot be taken back:",
  "form.not": "No, go back",
  "form.card": "“{word}” is not a card of this deck.",
  "form.money": "Write an amount of money, for instance 25 or 12.50.",
  "form.number": "Write a whole number from {min} to {max}.",
});
