/* When something goes wrong: every irregularity of the rulebook. Those the table offers now have a form; the others say
   when they can happen. */

import { html } from "../dom.js";
import { roleWord } from "../roles.js";
import { either, list, say, sentence } from "../text.js";
import { why } from "../why.js";
import { cardsField } from "./card-grid.js";
import { form } from "./forms.js";
import { twice } from "./twice.js";

/** @import { AnyOffer, Choice, Field } from "../../shapes.d.ts" */
/** @import { IrregularityShown } from "../../types.d.ts" */
/** @import { Work } from "./work.js" */
/** @typedef {AnyOffer["example"]} Example */
/** Irregularities of one kind: what may be reported of it, and what may be put before the floorperson.
    @typedef {{ kind: string, rows: IrregularityShown[], offers: AnyOffer[], calls: Example[] }} Kind */

/** The irregularities by kind, those that can be reported now with their offers.
    @param {Work} now */
export function reportable(now) {
  /** @type {Map<string, Kind>} */
  const kinds = new Map();
  for (const row of now.work.irregularities) {
    /** @type {Kind} */
    const kind = kinds.get(row.kind) ?? { kind: row.kind, rows: [], offers: [], calls: [] };
    kind.rows.push(row);
    kinds.set(row.kind, kind);
  }
  for (const offer of now.offers) {
    /** @type {any} */
    const { do: name, kind, about } = offer.example;
    if (name === "Report") kinds.get(kind ?? "")?.offers.push(offer);
    if (name === "CallFloor" && about.kind) kinds.get(about.kind)?.calls.push(about);
  }
  return [...kinds.values()];
}

/** The form of one kind of irregularity, folded until it is needed.
    @param {Kind} kind
    @param {Work} now */
export function reportForm({ kind, rows, offers, calls }, now) {
  const rowsNow = rows.filter((row) => row.now);
  const title = titleOf(rowsNow);
  const then = html`<div class="then"><h3>${say("reports.then")}</h3>${consequences(rowsNow, now)}</div>`;
  if (byTheShoe(kind, now)) {
    return html`<details class="report" data-kind=${kind}><summary>${title}</summary><div class="act">${then}<p class="note">${say("reports.shoe")}</p></div></details>`;
  }
  const examples = offers.length ? offers.map((offer) => offer.example) : calls;
  const here = { label: say("reports.do"), value: "report", bad: true };
  const call = { label: say("twice.call"), value: "floor" };
  const asked = form({
    name: `Report.${kind}`,
    title,
    unseen: true,
    about: then,
    fields: [...fieldsOf(kind, examples, now), { name: "detail", label: say("field.detail"), optional: true, longest: 200 }],
    buttons: [...(offers.length ? [here] : []), ...(calls.length ? [call] : [])],
    send: async (values, button, ask) => {
      const made = report(kind, values);
      if (button !== "floor" && offers.length) return twice(now, made, ask, say("reports.done"));
      await now.act({ do: "CallFloor", about: made });
      return say("twice.called");
    },
  });
  return html`<details class="report" data-kind=${kind}><summary>${title}</summary>${asked}</details>`;
}

/** Which card lies face up only the shoe may say: an answer to a person would tell which cards lie face down.
    @type {(kind: string, now: Work) => boolean} */
const byTheShoe = (kind, now) => kind === "card_face_up" && now.table.cards === "feed" && !now.work.left;

/** One title for a kind: where the rulebook names its cases one by one, they stand below with what follows.
    @param {IrregularityShown[]} rows */
function titleOf(rows) {
  const all = different(rows.map((row) => row.title));
  return capital(all.length === 1 ? all[0] : (rows[0]?.kind_title ?? ""));
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** What follows from each row, by which clause.
    @param {IrregularityShown[]} rows
    @param {Work} now */
function consequences(rows, now) {
  /** @param {IrregularityShown} row */
  const alike = (row) => rows.filter((each) => each.title === row.title).length > 1;
  /** @param {IrregularityShown} row */
  const named = (row) => html`<b>${capital(row.title)}${alike(row) ? qualified(row, now) : ""}.</b>`;
  /** @param {IrregularityShown} row */
  const one = (row) => html`<li>${rows.length > 1 ? [named(row), " "] : null}${capital(row.consequence)}. ${why(row.clause)}</li>`;
  return html`<ul>${rows.map(one)}</ul>`;
}

/** What tells a case from another of the same name.
    @param {IrregularityShown} row
    @param {Work} now */
function qualified(row, now) {
  const more = [];
  if (row.places.length) more.push(either(row.places.map((place) => placeName(place).toLowerCase())));
  if (row.compare) more.push(say(`compare.${row.compare}`));
  if (row.ruling) more.push(ruling(row.ruling, now).toLowerCase());
  return more.length ? ` (${more.join(", ")})` : "";
}

/** @param {string} place */
const placeName = (place) => (place === "seat" ? say("lies.hand") : say(`lies.${place}`));
/** A ruling as the house says it; one that only a brought game knows by its name.
    @type {(name: string, now: Work, matter?: string) => string} */
export const ruling = (name, now, matter = "") => now.work.rulings[`${matter}.${name}`] ?? now.work.rulings[name] ?? capital(name.replaceAll("_", " "));
/** @template T
    @param {T[]} values */
const different = (values) => [...new Set(values)];

/** @param {string} kind
    @param {Example[]} examples
    @param {Work} now */
function fieldsOf(kind, examples, now) {
  /** @type {Field[]} */
  const fields = [];
  if (kind === "card_face_up") fields.push(now.work.left ? cardsField(now, "cards", []) : howMany());
  if (kind === "wrong_number") {
    fields.push(
      choose("where", say("field.place"), different(examples.map(where)).map((each) => [each, now.place(each)])),
      { name: "count", label: say("field.count"), kind: "number", max: now.work.deck_size },
    );
    if (now.work.left && examples.some((each) => each.place === "community")) {
      fields.push(cardsField(now, "cards", [], { label: say("field.cards.more"), optional: true, folded: true }));
    }
  } else if (examples.some((each) => each.place)) {
    const places = different(examples.map((each) => each.place ?? ""));
    fields.push(choose("place", say("field.place"), places.map((each) => [each, say(`lies.${each}`)])));
  } else if (examples.some((each) => each.seat)) {
    const seats = different(examples.map((each) => each.seat ?? 0));
    fields.push(choose("seat", say("field.seat"), seats.map((each) => [String(each), now.seat(each)])));
  }
  const rulings = different(examples.map((each) => each.ruling ?? ""));
  if (rulings.some(Boolean)) fields.push(choose("ruling", say("field.ruling"), rulings.map((each) => [each, ruling(each || kind, now)])));
  return fields;
}

/** @type {(name: string, label: string, options: Choice[]) => Field} */
const choose = (name, label, options) => ({ name, label, kind: "select", options });
const howMany = () => choose("several", say("field.face_up"), [["1", say("reports.one")], ["2", say("reports.more")]]);
/** @type {(example: Example) => string} */
const where = (example) => (example.place === "seat" ? `seat${example.seat}` : (example.place ?? ""));

/** The report as the table reads it.
    @param {string} kind
    @param {Record<string, any>} values */
export function report(kind, { where: at, seat, place, count, several, cards, ruling: ruled, detail }) {
  /** @type {Record<string, any>} */
  const made = { do: "Report", kind };
  if (at?.startsWith("seat")) Object.assign(made, { place: "seat", seat: Number(at.slice(4)) });
  else if (at) made.place = at;
  if (seat) made.seat = Number(seat);
  if (place) made.place = place;
  if (count !== undefined) made.count = count;
  if (several) made.count = Number(several);
  if (cards?.length) made.cards = cards;
  if (ruled) made.ruling = ruled;
  if (detail) made.detail = detail;
  return made;
}

/** Those that cannot be reported now: what they lack, or when they can be, and by whom.
    @param {Kind[]} kinds */
export function laterList(kinds) {
  /** @param {IrregularityShown[]} rows */
  const clauses = (rows) => different(rows.map((row) => row.clause)).flatMap((id) => [why(id), " "]);
  /** @param {Kind} kind */
  const one = ({ rows }) => html`<li><b>${titleOf(rows)}</b> ${clauses(rows)}<small>${when(rows)}</small></li>`;
  return html`<details class="later"><summary>${say("reports.later", { n: kinds.length })}</summary><ul>${kinds.map(one)}</ul></details>`;
}

/** @param {IrregularityShown[]} rows */
function when(rows) {
  const now = rows.filter((row) => row.now);
  if (now.length && now.every((row) => row.missing)) return sentence(list(different(now.map((row) => row.missing))));
  const moments = say("reports.when", { moments: list(different(rows.flatMap((row) => row.during))) });
  const roles = either(different(rows.flatMap((row) => row.by)).map((role) => roleWord(role)));
  return `${moments}. ${say("reports.not_yours", { roles })}.`;
}
