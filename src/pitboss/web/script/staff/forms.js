/* One form for one thing to do. What is wrong is said at the form, in a sentence, with the clause; what has been typed
   stays. Amounts are typed as money and sent as integer cents. */

import { announce } from "../announce.js";
import { find, findAll, html, put } from "../dom.js";
import { latest } from "../latest.js";
import { refusal } from "../refusal.js";
import { say } from "../text.js";
import "../text/forms.js";
import { chosenOf, valueOf } from "./values.js";

/** @import { Button, Choice, Field, Form } from "../../shapes.d.ts" */

const SOON = 150;

let made = 0;

/**
 * A form. `fields` are described below; `buttons` [{ label, value, primary, bad, quiet }] send it; `send(values, button)` does it and
 * may return the sentence that says so. `clear`: fields are emptied afterwards; `unseen`: the title is only heard;
 * `row`: fields and buttons beside one another.
 * @param {Form} wanted
 */
export function form({ title, level = 3, unseen = false, row = false, about = null, fields = [], buttons, send, clear = true, name = "" }) {
  const id = `form-${(made += 1)}`;
  const said = html`<div class="form-said" aria-live="polite"></div>`;
  const heading = title ? html`<legend class=${unseen ? "unseen" : null}><span role="heading" aria-level=${level}>${title}</span></legend>` : null;
  const drawn = fields.map((each) => field(each, id));
  /** @type {HTMLFormElement} */
  const element = html`<form class=${row ? "act act-row" : "act"} novalidate data-act=${name}>
    <fieldset>${heading}${about ? html`<div class="form-about">${about}</div>` : null}
    ${drawn.length ? html`<div class="form-fields">${drawn}</div>` : null}
    <div class="form-buttons">${buttons.map(button)}</div></fieldset>${said}</form>`;
  element.addEventListener("keydown", (event) => {
    // A key held down must not do the next thing, and the next, by itself.
    if (event.repeat && event.key === "Enter") event.preventDefault();
  });
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    put(said); // what was said of the last attempt is no answer to this one
    const values = read(element, fields);
    if (values === null) return;
    let back = false; // who goes back has done nothing yet: what he wrote stays
    /** @param {string[]} lines
        @param {Button[]} ways */
    const ask = async (lines, ways) => {
      const way = await asking(element, said, lines, ways);
      back = !way;
      return way;
    };
    await run(element, said, () => send(values, event.submitter?.getAttribute("value") ?? "", ask), () => clear && !back, fields);
  });
  return element;
}

/** Says what will follow and waits for a second press: the value of the way that was chosen, nothing where none was.
    @param {HTMLFormElement} element
    @param {HTMLElement} said
    @param {string[]} lines
    @param {Button[]} ways
    @returns {Promise<string>} */
function asking(element, said, lines, ways) {
  return new Promise((chosen) => {
    /** @param {string} value */
    const end = (value) => {
      put(said);
      element.classList.remove("asking");
      chosen(value);
    };
    const all = [...ways, { label: say("form.not"), value: "", quiet: true }];
    const box = html`<div class="sure" role="group" tabindex="-1" aria-label=${say("form.sure")}><p><b>${say("form.sure")}</b></p>
      <ul>${lines.map((each) => html`<li>${each}</li>`)}</ul>
      <div class="form-buttons">${all.map(({ label, value = "", bad, quiet }) =>
        html`<button type="button" class=${bad ? "danger" : quiet ? "quiet" : null} data-way=${value} @click=${() => end(value)}>${label}</button>`)}</div></div>`;
    element.classList.add("asking");
    put(said, box);
    box.focus();
  });
}

/** @param {Button} wanted */
function button({ label, value = "", primary, bad, quiet }) {
  const kind = bad ? "danger" : primary ? "primary" : quiet ? "quiet" : null;
  return html`<button class=${kind} value=${value}>${label}</button>`;
}

/** @param {HTMLFormElement} element
    @param {HTMLElement} said
    @param {() => unknown} work
    @param {() => boolean} clear
    @param {Field[]} fields */
async function run(element, said, work, clear, fields) {
  const group = find("fieldset", element);
  /** @type {any} */
  const focused = document.activeElement;
  element.setAttribute("aria-busy", "true");
  group.disabled = true;
  try {
    const told = await work();
    if (clear()) element.reset();
    if (told) put(said, html`<p class="form-good">${told}</p>`);
  } catch (refused) {
    const asked = findAll(`[data-after="${CSS.escape(refused.code ?? "")}"]`, element);
    for (const more of asked) more.hidden = false;
    const { code, message, clause, allowed } = refused;
    const told = refusal({ code, message, clause, allowed: asked.length ? "" : allowed }); // the fields say what is allowed
    const about = fields.find((spec) => spec.about && code?.startsWith(spec.about));
    put(about ? wrongOf(element, about) : said, about ? [...told.childNodes] : told);
    if (about) markWrong(element, about);
    if (about) announce(message, { now: true }); // the line below the form is heard by itself
  } finally {
    group.disabled = false;
    element.removeAttribute("aria-busy");
    if (document.activeElement === document.body && element.contains(focused)) focused.focus();
  }
}

// --- fields: { name, label, kind, hint, value, min, max, options, optional, plain, after (shown once refused so), about (refusals
// whose code begins so are said at the field), finds (what is offered while one types) } -------------------------------------------------------------------------

/** @type {Record<string, (spec: Field, id: string, describes: string) => HTMLElement>} */
const KINDS = { text: text, number: text, money: text, cards: text, password: text, date: text, area, select, file };

/** @param {Field} spec
    @param {string} form
    @returns {any} */
function field(spec, form) {
  const id = `${form}-${spec.name}`;
  const hint = spec.hint ? html`<small id=${`${id}-hint`}>${spec.hint}</small>` : null;
  const wrong = html`<p class="form-bad" id=${`${id}-wrong`} hidden></p>`;
  if (spec.folded) {
    const inside = field({ ...spec, folded: false, plain: true }, form);
    return html`<details class="field-folded"><summary>${spec.label}</summary>${inside}</details>`;
  }
  const describes = [spec.hint ? `${id}-hint` : "", `${id}-wrong`].join(" ").trim();
  if (spec.kind === "checks") return checks(spec, id, hint, wrong);
  const input = KINDS[spec.kind ?? "text"](spec, id, describes);
  const found = spec.finds ? suggestions(spec.finds, input, `${id}-found`) : null;
  return html`<div class="field ${spec.wide ? "wide" : ""}" data-after=${spec.after ?? null} ?hidden=${spec.after}><label for=${id}>${spec.label}${
    spec.optional && !spec.plain ? [" ", html`<small>${say("form.optional")}</small>`] : null}</label>${input}${found}${hint}${wrong}${
    spec.beside?.(input)}</div>`;
}

/** @type {Record<string, string>} */
const TYPES = { password: "password", date: "datetime-local" };

/** @param {Field} spec
    @param {string} id
    @param {string} describes */
function text(spec, id, describes) {
  const number = spec.kind === "number" ? "numeric" : spec.kind === "money" ? "decimal" : null;
  return html`<input id=${id} name=${spec.name} type=${TYPES[spec.kind ?? "text"] ?? "text"} value=${spec.value ?? ""}
    inputmode=${number} autocomplete=${spec.autocomplete ?? "off"} aria-describedby=${describes} ?required=${!spec.optional}
    spellcheck="false" maxlength=${spec.longest ?? null} placeholder=${spec.example ?? null} list=${spec.finds ? `${id}-found` : (spec.list ?? null)}>`;
}

/** What is offered while somebody types: the newest question counts, and a house that does not answer offers nothing.
    @param {NonNullable<Field["finds"]>} finds
    @param {any} input
    @param {string} id */
function suggestions(finds, input, id) {
  const words = html`<datalist id=${id}></datalist>`;
  let soon = 0;
  const look = async () => {
    const isLatest = latest(words);
    const found = await finds(input.value).catch(() => []);
    if (isLatest()) put(words, found.map(({ value, said }) => html`<option value=${value}>${said}</option>`));
  };
  input.addEventListener("input", () => {
    clearTimeout(soon);
    soon = setTimeout(look, SOON);
  });
  return words;
}

/** @param {Field} spec
    @param {string} id
    @param {string} describes */
function area(spec, id, describes) {
  return html`<textarea id=${id} name=${spec.name} rows=${spec.rows ?? 12} spellcheck="false" autocomplete="off"
    aria-describedby=${describes} ?required=${!spec.optional} .value=${spec.value ?? ""}></textarea>`;
}

/** @param {Field} spec
    @param {string} id
    @param {string} describes */
function file(spec, id, describes) {
  return html`<input id=${id} name=${spec.name} type="file" accept=${spec.accept} aria-describedby=${describes}
    @change=${spec.chosen}>`;
}

/** @param {Field} spec
    @param {string} id
    @param {string} describes */
function select(spec, id, describes) {
  /** @param {Choice} choice */
  const one = ([value, label]) => html`<option value=${value} ?selected=${value === spec.value}>${label}</option>`;
  const element = html`<select id=${id} name=${spec.name} aria-describedby=${describes}>${spec.options?.map(one)}</select>`;
  if (spec.chosen) element.addEventListener("change", spec.chosen);
  return element;
}

/** @param {Field} spec
    @param {string} id
    @param {any} hint
    @param {any} wrong */
function checks(spec, id, hint, wrong) {
  /** @param {Choice} choice */
  const one = ([value, label]) => html`<label><input type="checkbox" name=${spec.name} value=${value}
    ?checked=${spec.value?.includes(value)}><span>${label}</span></label>`;
  return html`<fieldset class="choices field" id=${id}><legend>${spec.label}</legend>${spec.options?.map(one)}</fieldset>${hint}${wrong}`;
}

/** @type {(element: HTMLElement, spec: Field) => any} */
const wrongOf = (element, spec) => find(`[id$="-${CSS.escape(spec.name)}-wrong"]`, element);

/** The inputs of a field.
    @type {(element: HTMLFormElement, spec: Field) => any[]} */
const named = (element, { name }) => [...element.elements].filter((each) => each.getAttribute("name") === name);

/** A field that the house found wrong.
    @param {HTMLFormElement} element
    @param {Field} spec */
function markWrong(element, spec) {
  wrongOf(element, spec).hidden = false;
  for (const input of named(element, spec)) input.setAttribute("aria-invalid", "true");
}

/** What the fields say; null where one is wrong, and then it says so itself and has the focus.
    @param {HTMLFormElement} element
    @param {Field[]} fields */
function read(element, fields) {
  /** @type {Record<string, any>} */
  const values = {};
  let first = null;
  for (const spec of fields) {
    const inputs = named(element, spec);
    const marked = inputs.filter((each) => each.checked).map((each) => each.value);
    const [value, fault] = spec.kind === "checks" ? chosenOf(spec, marked) : valueOf(spec, inputs[0].value);
    const wrong = wrongOf(element, spec);
    if (wrong) {
      wrong.textContent = fault;
      wrong.hidden = !fault;
    }
    inputs.forEach((each) => (fault ? each.setAttribute("aria-invalid", "true") : each.removeAttribute("aria-invalid")));
    if (fault) first ??= inputs[0];
    values[spec.name] = value;
  }
  if (!first) return values;
  first.focus();
  return null;
}
