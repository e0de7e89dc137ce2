/* One field of the form of a Rules Submission: what is chosen or written, its clause, and what is wrong with it. */

import { find, findAll, html, put } from "../dom.js";
import { say, sentence } from "../text.js";
import { why } from "../why.js";
import { placeOf, plain } from "./fitting.js";

/** @import { FaultShown, FormColumn, FormFieldShown } from "../../types.d.ts" */

let made = 0;

/** @typedef {{ shown: FormFieldShown, element: any, value: () => string, rows: () => string[][], mark: (faults: FaultShown[]) => any }} FilledField */

/** @param {FormFieldShown} shown
    @param {() => unknown} changed
    @returns {FilledField} */
export function filledField(shown, changed) {
  const id = `fill-${(made += 1)}`;
  return shown.kind === "rows" ? rowsField(shown, id, changed) : plainField(shown, id, changed);
}

/** What is wrong, in words: what is allowed, and by which clause. The clause of the field itself stands there already.
    @param {FaultShown} fault
    @param {string} own */
export function faultWords({ message, allowed, suggestion, clause }, own = "") {
  const permitted = allowed ? say("error.allowed", { allowed: allowed.replaceAll("_", " ") }) : "";
  return html`<span class="fault">${sentence(message)} <span>${permitted} ${suggestion ? sentence(suggestion) : ""}</span> ${
    clause && clause !== own ? why(clause) : null}</span>`;
}

/** @param {FormFieldShown} shown
    @param {string} id
    @param {() => unknown} changed
    @returns {FilledField} */
function plainField(shown, id, changed) {
  const input = control(shown, id, shown.value, `${id}-wrong`);
  const wrong = html`<p class="form-bad" id=${`${id}-wrong`} hidden></p>`;
  // Something is written, or one of these words.
  const words = shown.values.length && shown.kind === "text"
    ? html`<datalist id=${`${id}-list`}>${shown.values.map((each) => html`<option value=${each.value}></option>`)}</datalist>` : null;
  const element = html`<div class="field" data-key=${shown.key}><label for=${id}>${shown.label}</label>${input}${words}${
    shown.clause ? html`<p class="field-clause">${why(shown.clause)}</p>` : null}${wrong}</div>`;
  element.addEventListener("change", changed);
  return {
    shown,
    element,
    value: () => plain(shown.kind, input.value),
    rows: () => [],
    mark: (faults) => {
      put(wrong, faults.map((fault) => faultWords(fault, shown.clause)));
      wrong.hidden = !faults.length;
      input.toggleAttribute("aria-invalid", faults.length > 0);
      if (faults.length) input.setAttribute("aria-invalid", "true");
      return faults.length ? input : null;
    },
  };
}

/** What one chooses from, or writes into. A choice that nobody has made yet begins empty.
    @param {Pick<FormFieldShown, "kind" | "values"> | FormColumn} shown
    @param {string | null} id
    @param {string} value
    @param {string | null} describes
    @param {string | null} label */
function control({ kind, values }, id, value, describes, label = null) {
  if (!values.length || kind === "text") {
    const mode = kind === "whole" ? "numeric" : kind === "amount" || kind === "percent" ? "decimal" : null;
    return html`<input id=${id} type="text" value=${value} inputmode=${mode} autocomplete="off" spellcheck="false" maxlength="200"
      aria-describedby=${describes} aria-label=${label} list=${values.length ? `${id}-list` : null}>`;
  }
  const none = values.some((each) => each.value === value) ? null : html`<option value="">${say("fill.choose")}</option>`;
  return html`<select id=${id} aria-describedby=${describes} aria-label=${label}>${none}${values.map((each) =>
    html`<option value=${each.value} ?selected=${each.value === value}>${each.said}</option>`)}</select>`;
}

// --- rows ---------------------------------------------------------------------------------------------------------------

/** A table of rows, each of which one fills in; one may add rows and take them away.
    @param {FormFieldShown} shown
    @param {string} id
    @param {() => unknown} changed
    @returns {FilledField} */
function rowsField(shown, id, changed) {
  const body = html`<tbody></tbody>`;
  const wrong = html`<ul class="form-bad" id=${`${id}-wrong`} hidden></ul>`;
  /** @param {string[]} values */
  const add = (values) => {
    const row = html`<tr>${shown.columns.map((column, n) => html`<td data-column=${column.name}>${
      control(column, null, values[n] ?? "", `${id}-wrong`, column.label)}</td>`)}<td></td></tr>`;
    const remove = html`<button type="button" class="small quiet">${say("fill.row.remove")}</button>`;
    remove.addEventListener("click", () => {
      row.remove();
      find("[data-add]", element).focus();
      changed();
    });
    row.lastElementChild.append(remove);
    body.append(row);
    return row;
  };
  const element = html`<fieldset class="field wide fill-rows" data-key=${shown.key}><legend>${shown.label}</legend>${
    shown.clause ? html`<p class="field-clause">${why(shown.clause)}</p>` : null}
    <div class="scroll" tabindex="0" role="group" aria-label=${shown.label}><table><thead><tr>${shown.columns.map((column) =>
      html`<th scope="col">${column.label}</th>`)}<td></td></tr></thead>${body}</table></div>
    <button type="button" class="small" data-add>${say("fill.row.add")}</button>${wrong}</fieldset>`;
  find("[data-add]", element).addEventListener("click", () => find("input, select", add([])).focus());
  element.addEventListener("change", changed);
  for (const row of shown.rows) add(row);
  const all = () => findAll("tr", body).map((row) => ({
    row,
    values: findAll("input, select", row).map((input, n) => plain(shown.columns[n].kind, input.value)),
  })).filter(({ values }) => values.some(Boolean));
  return {
    shown,
    element,
    value: () => "",
    rows: () => all().map(({ values }) => values),
    mark: (faults) => {
      for (const input of findAll("[aria-invalid]", body)) input.removeAttribute("aria-invalid");
      put(wrong, faults.map((fault) => html`<li>${numbered(fault, shown)} ${faultWords(fault, shown.clause)}</li>`));
      wrong.hidden = !faults.length;
      const inputs = faults.map((fault) => inputOf(fault, shown, all()));
      for (const input of inputs) input?.setAttribute("aria-invalid", "true");
      return faults.length ? (inputs.find(Boolean) ?? find("[data-add]", element)) : null;
    },
  };
}

/** "Row 2, Pays:".
    @param {FaultShown} fault
    @param {FormFieldShown} shown */
function numbered(fault, shown) {
  const place = placeOf(fault.key, [shown]);
  if (!place || place.row === null) return null;
  const column = shown.columns.find((each) => each.name === place.column);
  const row = typeof place.row === "number" ? say("fill.row", { n: place.row + 1 }) : place.row;
  return html`<b>${[row, column?.label].filter(Boolean).join(", ")}:</b>`;
}

/** @param {FaultShown} fault
    @param {FormFieldShown} shown
    @param {{ row: HTMLElement, values: string[] }[]} rows */
function inputOf(fault, shown, rows) {
  const place = placeOf(fault.key, [shown]);
  if (!place || place.row === null) return null;
  const found = typeof place.row === "number" ? rows[place.row] : rows.find(({ values }) => values[0] === place.row);
  return found ? find(`[data-column="${CSS.escape(place.column || shown.columns[0].name)}"] :is(input, select)`, found.row) : null;
}
