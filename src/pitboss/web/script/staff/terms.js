/* New terms: proposed by one person from the text of a Rules Submission, approved by another. And what else managers do
   with a table: a key for its shoe, closing it. */

import { get, may, newId, post } from "../api.js";
import { confirmed } from "../confirm.js";
import { find, html, put, sheet } from "../dom.js";
import { moment } from "../format.js";
import { say } from "../text.js";
import "../text/desk.js";
import "../text/filling.js";
import { changeList } from "./changes.js";
import { filling } from "./filling.js";
import { folded } from "./folded.js";
import { form } from "./forms.js";

/** @import { Button } from "../../shapes.d.ts" */
/** @import { Me, ProposalShown, TableDetails } from "../../types.d.ts" */

/** The fields for the text of a submission: typed, or read from a file.
    @param {string} begin */
export function submissionFields(begin) {
  /** @param {any} event */
  const chosen = async (event) => {
    const [file] = event.target.files;
    if (file) find("textarea", event.target.form).value = await file.text();
  };
  return [
    { name: "file", label: say("terms.file"), kind: "file", accept: ".toml,text/plain", optional: true, chosen },
    { name: "submission", label: say("terms.text"), kind: "area", wide: true, rows: 14, value: begin },
  ];
}

/** @param {number} table
    @param {() => unknown} changed */
function proposed(table, changed) {
  /** @param {string} submission */
  return async (submission) => {
    await confirmed(() => post(`/api/v1/tables/${table}/proposals`, { id: newId(), submission }));
    changed();
    return say("terms.proposed");
  };
}

/** The form of the choices, with the terms in force in it.
    @param {number} table
    @param {() => unknown} changed */
const byForm = (table, changed) =>
  folded(say("terms.propose"), () =>
    filling(`/api/v1/tables/${table}/form`, {
      name: "propose-form", label: say("terms.propose.do"), compare: true, send: proposed(table, changed),
    }));

/** @param {number} table
    @param {() => unknown} changed */
function byText(table, changed) {
  const element = form({
    name: "propose",
    fields: submissionFields(""),
    buttons: [{ label: say("terms.propose.do"), primary: true }],
    send: ({ submission }) => proposed(table, changed)(submission),
  });
  const begin = html`<button type="button">${say("terms.current")}</button>`;
  begin.addEventListener("click", async () => {
    const { submission } = await get(`/api/v1/tables/${table}/submission`);
    find("textarea", element).value = submission;
  });
  find(".form-buttons", element).append(begin);
  return element;
}

/** The proposals that wait, with what may be done about each. */
class Proposals {
  #table;
  #who;
  #list = html`<div class="proposals"></div>`;

  /** @param {number} table
      @param {Me} who */
  constructor(table, who) {
    this.#table = table;
    this.#who = who;
    this.element = this.#list;
  }

  async show() {
    const path = `/api/v1/tables/${this.#table}`;
    /** @type {ProposalShown[]} */
    const found = await get(`${path}/proposals`);
    put(this.#list, found.length ? found.map((each) => this.#one(each)) : html`<p class="muted">${say("terms.none")}</p>`);
  }

  get #manages() {
    return may(this.#who, "approve_terms");
  }

  /** It takes two people, and the second is a manager; the house decides.
      @param {ProposalShown} proposal */
  #approves(proposal) {
    return this.#manages && name(proposal.proposed_by) !== this.#who.handle;
  }

  /** @param {ProposalShown} proposal */
  #one(proposal) {
    const path = `/api/v1/tables/${this.#table}/proposals/${proposal.id}`;
    const words = html`<p>${say("terms.by", { who: name(proposal.proposed_by), when: moment(proposal.proposed_at) })}</p>
      ${proposal.approved_by ? html`<p>${say("terms.approved", { who: name(proposal.approved_by), when: moment(proposal.approved_at) })}</p>` : null}
      ${changeList(proposal.changes)}
      <p class="muted">${say("terms.digest")} <code>${proposal.digest.slice(0, 16)}</code></p>
      ${proposal.approved_by || this.#approves(proposal) ? null : html`<p class="note">${say(this.#manages ? "terms.other" : "terms.manager")}</p>`}`;
    /** @type {Button[]} */
    const buttons = [{ label: say("terms.withdraw"), value: "withdraw" }];
    if (!proposal.approved_by && this.#approves(proposal)) buttons.unshift({ label: say("terms.approve"), value: "approve", primary: true });
    return form({
      name: "proposal",
      title: say("terms.version", { version: proposal.terms.version }),
      about: words,
      buttons,
      send: async (_, what) => {
        await confirmed(() => post(`${path}/${what || "approve"}`, { id: newId() }));
        await this.show();
      },
    });
  }
}

/** The proposals of a table and the form for another one.
    @param {number} table
    @param {Me} who */
export async function termsOf(table, who) {
  const waiting = new Proposals(table, who);
  await Promise.all([waiting.show(), sheet("floor")]);
  const changed = () => waiting.show();
  return [
    html`<p class="muted">${say("terms.lead")}</p>`,
    waiting.element,
    byForm(table, changed),
    html`<details class="by-text"><summary>${say("terms.by_text")}</summary>${byText(table, changed)}</details>`,
  ];
}

/** @param {string} person */
const name = (person) => person.split(":").pop();

/** A key for a physical shoe.
    @param {TableDetails} table */
export function feedForm(table) {
  if (table.cards !== "feed") return html`<p class="muted">${say("feed.none")}</p>`;
  const shown = html`<div></div>`;
  const element = form({
    name: "feed",
    about: say("feed.lead"),
    buttons: [{ label: say("feed.do") }],
    send: async () => {
      const { key } = await confirmed(() => post(`/api/v1/tables/${table.id}/feed-key`));
      put(shown, html`<p>${say("feed.key")}</p><p class="key"><code>${key}</code></p>`);
    },
  });
  element.append(shown);
  return element;
}

/** Closing the table.
    @param {number} table */
export function closeForm(table) {
  return form({
    name: "close",
    about: say("close.lead"),
    fields: [{ name: "reason", label: say("field.reason"), optional: true, longest: 200 }],
    buttons: [{ label: say("close.do"), bad: true }],
    send: async ({ reason }) => {
      const body = reason ? { id: newId(), reason } : { id: newId() };
      await confirmed(() => post(`/api/v1/tables/${table}/close`, body));
      return say("close.done");
    },
  });
}
