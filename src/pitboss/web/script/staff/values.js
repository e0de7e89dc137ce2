/* What was typed into a field, as it is sent; or the sentence that says what is wrong with it. */

import { cents } from "../amount.js";
import { say } from "../text.js";
import "../text/forms.js";
import { readCards } from "./reading.js";

/** @import { Field } from "../../shapes.d.ts" */

/** The value of a field and what is wrong with it: of the two, one is empty.
    @param {Field} spec
    @param {string} written
    @returns {[any, string]} */
export function valueOf(spec, written) {
  const typed = spec.kind === "password" ? written : written.trim();
  if (spec.kind === "file") return [null, ""];
  if (spec.kind === "select") return [typed, ""]; // nothing, where it is among the choices, is a choice
  if (!typed) return spec.optional ? [spec.kind === "cards" ? [] : null, ""] : [null, say("form.needed")];
  if (spec.kind === "number") return whole(typed, spec);
  if (spec.kind === "money") {
    const amount = cents(typed);
    return [amount, amount === null ? say("form.money") : ""];
  }
  if (spec.kind === "cards") return cardsOf(typed, spec);
  if (spec.kind === "date") return [new Date(typed).getTime(), ""];
  return [typed, ""];
}

/** Cards by the words of the deck, where the field knows them.
    @param {string} typed
    @param {Field} spec
    @returns {[string[] | null, string]} */
function cardsOf(typed, { words }) {
  if (!words) return [typed.split(/[\s,]+/), ""];
  const { cards, wrong } = readCards(typed, words);
  return wrong ? [null, say("form.card", { word: wrong })] : [cards, ""];
}

/** The same of a field with several boxes, of which these are marked.
    @param {Field} spec
    @param {string[]} chosen
    @returns {[string[], string]} */
export const chosenOf = (spec, chosen) => [chosen, chosen.length || spec.optional ? "" : say("form.choose")];

/** @param {string} typed
    @param {Field} spec
    @returns {[number | null, string]} */
function whole(typed, { min = 0, max = 999_999_999 }) {
  const value = /^\d{1,9}$/.test(typed) ? Number(typed) : -1;
  return value >= min && value <= max ? [value, ""] : [null, say("form.number", { min, max })];
}
