/* What the form of a Rules Submission works out from its fields: which of them have a meaning beside the others, and at
   which a fault stands. It looks at no page. */

import { cents } from "../amount.js";

/** @import { FaultShown, FormFieldShown } from "../../types.d.ts" */

/** Whether a field has a meaning beside what the others say.
    @param {Pick<FormFieldShown, "when">} field
    @param {Record<string, string>} values */
export const applies = ({ when }, values) => when.every(({ key, values: wanted }) => wanted.includes(values[key] ?? ""));

/** What was typed into a field, as a submission has it: amounts by the reader's rules become dollars with a point. What is
    none stays as it is, for the house to say so.
    @param {string} kind
    @param {string} typed */
export function plain(kind, typed) {
  const text = typed.trim();
  if (kind === "percent") return text.replace(/\s*%$/, "").replace(",", ".");
  const amount = kind === "amount" && text ? cents(text) : null;
  if (amount === null) return text;
  const rest = amount % 100;
  return rest ? `${Math.floor(amount / 100)}.${String(rest).padStart(2, "0")}` : String(amount / 100);
}

/** The place at which a fault stands: the field; in one with rows also the row, by its number from 0 or by its name, and
    the column. Null where no field has this key, nor one around it.
    @param {string} key
    @param {Pick<FormFieldShown, "key" | "kind">[]} fields
    @returns {{ field: string, row: number | string | null, column: string } | null} */
export function placeOf(key, fields) {
  if (fields.some((field) => field.key === key)) return { field: key, row: null, column: "" };
  const around = fields.find(({ key: own, kind }) => kind === "rows" && (key.startsWith(`${own}[`) || key.startsWith(`${own}.`)));
  if (!around) return null;
  const rest = key.slice(around.key.length);
  const numbered = /^\[(\d+)\](?:\.(\w+))?$/.exec(rest);
  if (numbered) return { field: around.key, row: Number(numbered[1]) - 1, column: numbered[2] ?? "" };
  const named = /^\.(?:"(.*)"|([\w-]+))(?:\.(\w+))?$/.exec(rest);
  if (!named) return { field: around.key, row: null, column: "" };
  return { field: around.key, row: named[1] ?? named[2] ?? "", column: named[3] ?? "" };
}

/** The faults by the key of their field; those that stand at none under "".
    @param {FaultShown[]} faults
    @param {FormFieldShown[]} fields
    @returns {Map<string, FaultShown[]>} */
export function byField(faults, fields) {
  /** @type {Map<string, FaultShown[]>} */
  const found = new Map();
  for (const fault of faults) {
    const key = placeOf(fault.key, fields)?.field ?? "";
    found.set(key, [...(found.get(key) ?? []), fault]);
  }
  return found;
}
