/* Matters that wait for a floorperson's ruling. */

import { html } from "../dom.js";
import { moment } from "../format.js";
import { roleWord } from "../roles.js";
import { say, sentence } from "../text.js";
import { why } from "../why.js";
import { form } from "./forms.js";
import { ruling as rulingWords } from "./reports.js";

/** @import { AnyOffer } from "../../shapes.d.ts" */
/** @import { MatterShown } from "../../types.d.ts" */
/** @import { Work } from "./work.js" */

/** A form for each matter: its question and the rulings the table offers; without offers, who decides it.
    @param {Work} now */
export function matterForms(now) {
  return now.work.matters.map((matter) => {
    /** @type {AnyOffer[]} */
    const all = now.offers;
    const offers = all.filter(({ example }) => isAbout(example, matter));
    const rulings = [...new Map(offers.map((offer) => [offer.example.ruling, offer])).values()];
    return {
      key: `${matter.matter}.${matter.seat}`,
      sign: JSON.stringify([matter, rulings]),
      make: () => (rulings.length ? ruling(matter, rulings, now) : waiting(matter, now)),
    };
  });
}

/** @type {(example: AnyOffer["example"], matter: MatterShown) => boolean} */
const isAbout = (example, { matter, seat }) => example.do === "Rule" && example.matter === matter && (example.seat ?? 0) === seat;

/** @param {MatterShown} matter
    @param {AnyOffer[]} offers
    @param {Work} now */
function ruling(matter, offers, now) {
  const kind = matter.matter.split(":")[0];
  /** What is ruled; with a correction, what was typed instead.
      @param {string} chosen
      @param {Record<string, any>} values */
  const ruled = (chosen, { stub }) => {
    const example = offers.find((offer) => offer.example.ruling === chosen)?.example;
    if (chosen !== "corrected") return example;
    if (stub === null) throw Object.assign(new Error(say("matters.corrected")), { code: "correction" });
    return { ...example, instead: { do: "CountStub", stub } };
  };
  return form({
    name: "Rule",
    title: matter.title,
    about: [html`<span>${matter.seat ? now.seat(matter.seat) : null}</span> ${why(offers[0].clause)}`, reported(matter.report)],
    fields: kind === "count" ? [{ name: "stub", label: say("matters.stub"), kind: "number", optional: true, plain: true, max: 999 }] : [],
    buttons: offers.map(({ example }) => ({ label: rulingWords(example.ruling ?? "", now, kind), value: example.ruling })),
    send: (values, chosen) => now.act(ruled(chosen, values)),
  });
}

/** What was reported, when and by whom, and what was seen: who rules was perhaps not there.
    @param {MatterShown["report"]} report */
function reported(report) {
  if (!report) return null;
  const { title, said, detail, name, at } = report;
  const who = { role: roleWord(report.by), name, at: moment(at) };
  return html`<div class="matter-report">
    ${title || said ? html`<p>${sentence(title ? title[0].toUpperCase() + title.slice(1) : said)}</p>` : null}
    ${detail ? html`<p>${say("field.detail")}: <q>${detail}</q></p>` : title ? html`<p class="muted">${say("matters.no_note")}</p>` : null}
    <p class="muted">${say(name ? "matters.by" : "matters.by.role", who)}</p></div>`;
}

/** @type {(matter: MatterShown, now: Work) => any} */
const waiting = (matter, now) => html`<div class="act"><h3>${matter.title}</h3>
  <p>${matter.seat ? now.seat(matter.seat) : null}</p><p class="muted">${say("matters.other")}</p></div>`;
