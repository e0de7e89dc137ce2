/* A Rules Submission as a form: every choice of the operator's, from the rulebook's own options. The house judges it; all
   that is wrong stands beside the fields. What the fields say can be taken as a file. */

import { announce } from "../announce.js";
import { get, post } from "../api.js";
import { find, html, put } from "../dom.js";
import { latest } from "../latest.js";
import { refusal } from "../refusal.js";
import { say } from "../text.js";
import "../text/filling.js";
import { changeList } from "./changes.js";
import { faultWords, filledField } from "./filling-field.js";
import { applies, byField } from "./fitting.js";

/** @import { FormChecked, TermsForm } from "../../types.d.ts" */
/** @import { FilledField } from "./filling-field.js" */

const SOON = 400;

/** The form at this address: `/api/v1/games/GAME/form` or `/api/v1/tables/N/form`. `send(submission)` is done with the text
    once nothing is wrong with it, and may return the sentence that says so. `compare`: what differs from the terms in
    force is shown as it is filled in.
    @param {string} address
    @param {{ name: string, label: string, send: (submission: string) => Promise<unknown>, compare?: boolean, begin?: TermsForm | null }} how */
export async function filling(address, { name, label, send, compare = false, begin = null }) {
  /** @type {TermsForm} */
  const form = begin ?? (await get(address));
  return new Filling(address, form, { name, label, send, compare }).element;
}

class Filling {
  #address;
  #send;
  #compare;
  /** @type {FilledField[]} */
  #fields;
  /** @type {{ element: any, fields: FilledField[] }[]} */
  #sections;
  #said = html`<div class="form-said" aria-live="polite"></div>`;
  #differs = html`<div class="fill-changes"></div>`;
  #marked = false;
  #soon = 0;

  /** @param {string} address
      @param {TermsForm} form
      @param {{ name: string, label: string, send: (submission: string) => Promise<unknown>, compare: boolean }} how */
  constructor(address, form, { name, label, send, compare }) {
    this.#address = address;
    this.#send = send;
    this.#compare = compare;
    this.#sections = form.sections.map((section) => {
      const fields = section.fields.map((field) => filledField(field, () => this.#changed()));
      const element = html`<fieldset class="fill-section"><legend><span role="heading" aria-level="3">${section.title}</span></legend>
        <div class="form-fields">${fields.map((field) => field.element)}</div></fieldset>`;
      return { element, fields };
    });
    this.#fields = this.#sections.flatMap((section) => section.fields);
    this.element = html`<form class="act fill" novalidate data-act=${name}><p class="muted">${say("fill.lead", { document: form.document })}</p>
      ${this.#sections.map((section) => section.element)}${this.#differs}
      <div class="form-buttons"><button class="primary" value="send">${label}</button>
        <button value="check">${say("fill.check")}</button><button value="file">${say("fill.file")}</button></div>${this.#said}</form>`;
    /** @type {(event: any) => unknown} */
    const submitted = (event) => this.#submitted(event);
    this.element.addEventListener("submit", submitted);
    this.#fit();
    if (compare) this.#look();
  }

  #values() {
    return Object.fromEntries(this.#fields.map((field) => [field.shown.key, field.value()]));
  }

  /** Shows the fields that have a meaning beside the others. */
  #fit() {
    const values = this.#values();
    for (const field of this.#fields) field.element.hidden = !applies(field.shown, values);
    for (const { element, fields } of this.#sections) element.hidden = fields.every((field) => field.element.hidden);
  }

  #changed() {
    this.#fit();
    clearTimeout(this.#soon);
    if (this.#marked || this.#compare) this.#soon = setTimeout(() => this.#look(), SOON);
  }

  /** @returns {Promise<FormChecked>} */
  #asked() {
    const shown = this.#fields.filter((field) => !field.element.hidden);
    const values = Object.fromEntries(shown.filter(({ shown: { kind } }) => kind !== "rows").map((field) => [field.shown.key, field.value()]));
    const rows = Object.fromEntries(shown.filter(({ shown: { kind } }) => kind === "rows").map((field) => [field.shown.key, field.rows()]));
    return post(this.#address, { values, rows });
  }

  /** Judged again while one fills it in: marks go as soon as what was wrong is mended. */
  async #look() {
    const isLatest = latest(this);
    const found = await this.#asked().catch(() => null);
    if (!found || !isLatest()) return;
    if (this.#marked) this.#mark(found);
    this.#show(found);
  }

  /** @param {FormChecked} found */
  #show(found) {
    if (this.#compare) put(this.#differs, found.faults.length ? null : changeList(found.changes));
  }

  /** Marks every field with what is wrong with it; gives the first, where the reader goes on.
      @param {FormChecked} found */
  #mark({ faults, notices }) {
    const fields = this.#fields.filter((field) => !field.element.hidden);
    const here = byField(faults, fields.map((field) => field.shown));
    const marked = this.#fields.map((field) => field.mark(here.get(field.shown.key) ?? []));
    const elsewhere = here.get("") ?? [];
    put(
      this.#said,
      faults.length ? html`<p class="form-bad">${say("fill.faults", { n: faults.length })}</p>` : null,
      elsewhere.length ? html`<ul class="form-bad">${elsewhere.map((fault) => html`<li><b>${fault.key}:</b> ${faultWords(fault)}</li>`)}</ul>` : null,
      notices.length ? html`<div class="note"><p>${say("fill.notices")}</p><ul>${notices.map((each) => html`<li>${faultWords(each)}</li>`)}</ul></div>` : null,
    );
    return marked.find(Boolean);
  }

  /** @param {any} event */
  async #submitted(event) {
    event.preventDefault();
    const what = event.submitter?.value ?? "send";
    const buttons = find(".form-buttons", this.element);
    this.element.setAttribute("aria-busy", "true");
    try {
      const isLatest = latest(this);
      const found = await this.#asked();
      if (!isLatest()) return;
      this.#marked = true;
      const first = this.#mark(found);
      this.#show(found);
      if (what === "file") this.#download(found);
      else if (found.faults.length) this.#stumble(found.faults.length, first);
      else if (what === "check") this.#tell(say("fill.good"));
      else this.#tell(await this.#send(found.submission));
    } catch (error) {
      put(this.#said, refusal(error));
    } finally {
      this.element.removeAttribute("aria-busy");
      if (document.activeElement === document.body) find("button", buttons).focus();
    }
  }

  /** @param {number} n
      @param {HTMLElement | undefined} first */
  #stumble(n, first) {
    announce(say("fill.faults", { n }), { now: true });
    first?.focus();
  }

  /** @param {unknown} words */
  #tell(words) {
    if (words) this.#said.append(html`<p class="form-good">${words}</p>`);
  }

  /** @param {FormChecked} found */
  #download({ submission, file }) {
    const address = URL.createObjectURL(new Blob([submission], { type: "application/toml" }));
    html`<a href=${address} download=${file}></a>`.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    this.#tell(say("fill.file.done", { file }));
  }
}
