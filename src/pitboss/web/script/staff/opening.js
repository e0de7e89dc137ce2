/* Opening a table: by the form of a game's choices, or under the text of a Rules Submission. For supervisors and
   managers. */

import { get, newId, post } from "../api.js";
import { confirmed } from "../confirm.js";
import { find, html, put } from "../dom.js";
import { latest } from "../latest.js";
import { refusal } from "../refusal.js";
import { say } from "../text.js";
import "../text/filling.js";
import { filling } from "./filling.js";
import { form } from "./forms.js";
import { submissionFields } from "./terms.js";

/** @import { Choice } from "../../shapes.d.ts" */
/** @import { GameTitle, TableListed, TermsForm } from "../../types.d.ts" */

/** @typedef {{ dealer: string, cards: string }} Dealt */

/** What opens a table under this text, and the sentence that says so.
    @param {() => unknown} opened called when a table was opened */
const opener = (opened) =>
  /** @type {(submission: string, how: Dealt) => Promise<any>} */
  async (submission, { dealer, cards }) => {
    const made = await confirmed(() => post("/api/v1/tables", { id: newId(), submission, dealer, cards }));
    opened();
    return html`${say("open.done", { table: made.name })} <a href=${`/staff/${made.id}`}>${say("open.go")}</a>`;
  };

/** @type {(name: string, values: string[]) => any} */
const choose = (name, values) => ({
  name, label: say(`open.${name}`), kind: "select", options: values.map((value) => [value, say(`open.${name}.${value}`)]),
});
const dealt = () => [choose("dealer", ["automatic", "person"]), choose("cards", ["shuffle", "feed"])];

/** The form; `opened` is called when a table was opened.
    @param {() => unknown} opened */
export async function opening(opened) {
  /** @type {[GameTitle[], TableListed[]]} */
  const [games, tables] = await Promise.all([get("/api/v1/games"), get("/api/v1/tables")]);
  const open = opener(opened);
  return [
    html`<p class="muted">${say("open.lead")}</p>`,
    await byForm(games, tables, open),
    html`<details class="by-text"><summary>${say("open.by_text")}</summary>${byText(tables, open)}</details>`,
  ];
}

// --- by the form --------------------------------------------------------------------------------------------------------

/** @type {(choice: Choice) => any} */
const option = ([value, words]) => html`<option value=${value}>${words}</option>`;

/** @param {GameTitle[]} games
    @param {TableListed[]} tables
    @param {ReturnType<typeof opener>} open */
async function byForm(games, tables, open) {
  const usual = games.map(({ game, title }) => html`<option value=${`game ${game}`}>${say("open.begin.usual", { game: title })}</option>`);
  const others = tables.map(({ id, name, game }) => html`<option value=${`${id} ${game}`}>${say("open.begin.table", { table: name })}</option>`);
  const begin = html`<select id="open-begin">${usual}${others}</select>`;
  const how = dealt().map(({ name, label, options }) => html`<div class="field"><label for=${`open-${name}`}>${label}</label>
    <select id=${`open-${name}`} name=${name}>${options.map(option)}</select></div>`);
  const place = html`<div></div>`;
  const top = html`<div class="open-top form-fields"><div class="field"><label for="open-begin">${say("open.begin")}</label>${begin}</div>${how}</div>`;
  /** @type {(name: string) => string} */
  const chosen = (name) => find(`[name=${name}]`, top).value;
  const draw = async () => {
    const isLatest = latest(place);
    const [from, game] = begin.value.split(" ");
    const drawn = await filling(`/api/v1/games/${game}/form`, {
      name: "open-form",
      label: say("open.do"),
      begin: from === "game" ? null : await copied(from, game),
      send: (submission) => open(submission, { dealer: chosen("dealer"), cards: chosen("cards") }),
    }).catch(refusal);
    if (isLatest()) put(place, drawn);
  };
  begin.addEventListener("change", draw);
  await draw();
  return [top, place];
}

/** The terms of a table as those of another one: under a name that is free, from the first version on.
    @param {string} table
    @param {string} game
    @returns {Promise<TermsForm>} */
async function copied(table, game) {
  /** @type {[TermsForm, TermsForm]} */
  const [usual, form] = await Promise.all([get(`/api/v1/games/${game}/form`), get(`/api/v1/tables/${table}/form`)]);
  const fresh = new Map(usual.sections.flatMap((section) => section.fields).map((field) => [field.key, field.value]));
  for (const field of form.sections.flatMap((section) => section.fields)) {
    if (["table", "version"].includes(field.key)) field.value = fresh.get(field.key) ?? "";
  }
  return form;
}

// --- by a text ----------------------------------------------------------------------------------------------------------

/** @param {TableListed[]} tables
    @param {ReturnType<typeof opener>} open */
function byText(tables, open) {
  return form({
    name: "open",
    fields: [...dealt(), beginning(tables), ...submissionFields("")],
    buttons: [{ label: say("open.do"), primary: true }],
    clear: false,
    send: ({ dealer, cards, submission }) => open(submission, { dealer, cards }),
  });
}

/** A field that writes the terms of an open table into the form: nobody begins with an empty page.
    @param {TableListed[]} tables */
function beginning(tables) {
  /** @param {any} event */
  const chosen = async ({ target }) => {
    const text = find("textarea", target.form);
    const isLatest = latest(text);
    const { submission } = target.value ? await get(`/api/v1/tables/${target.value}/submission`) : { submission: "" };
    if (isLatest()) text.value = submission;
  };
  /** @type {Choice[]} */
  const options = [["", say("open.begin.none")]];
  for (const { id, name } of tables) options.push([String(id), name]);
  return { name: "begin", label: say("open.begin"), kind: "select", options, hint: say("open.name"), chosen };
}
