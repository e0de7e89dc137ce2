/* What may be done now, as forms. The offers of the table say what, for whom and within which limits; here is only said
   how each is asked for. */

import { say } from "../text.js";
import { why } from "../why.js";
import { cardsField } from "./card-grid.js";
import { form } from "./forms.js";
import { asked, complete } from "./reading.js";
import { ASKED_TWICE, twice } from "./twice.js";

/** @import { AnyOffer, Field } from "../../shapes.d.ts" */
/** @import { CardNamed } from "../../types.d.ts" */
/** @import { Work } from "./work.js" */

/** The offers of one act at one deck or position.
    @typedef {{ key: string, name: string, about: { deck?: number, seat?: number }, offers: AnyOffer[] }} Group */

export const GROUPS = {
  round: ["OpenRound", "CloseBets", "TakeWagers", "DealCards", "RemoveStub", "CountStub", "CollectFolded", "ShowCards",
    "PostContributions", "SettleHand", "SettleTable", "ClearTable"],
  cards: ["ReceiveCards", "InspectCards", "VerifyCards", "SpreadCards", "LookAtCards", "WashCards", "StackCards",
    "ShuffleCards", "DeviceCountsCards", "CutCards", "RemoveDeck", "GoIdle"],
  orders: ["OrderRecut", "OrderShuffle"],
  equipment: ["SetDeviceAside", "RestoreDevice", "ChangeProcedure"],
};
const NAMES_CARDS = new Set(["DealCards", "ShowCards", "SettleHand", "SettleTable"]);
const ABOUT_A_DECK = new Set(GROUPS.cards.filter((name) => name !== "GoIdle"));

/** Offers of one act at one deck or position belong into one form, each variant with a button of its own.
    @param {AnyOffer[]} offers */
export function grouped(offers) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const offer of offers) {
    const { do: name, deck, seat } = offer.example;
    /** @type {Group["about"]} */
    const about = ABOUT_A_DECK.has(name) ? { deck: deck ?? 1 } : name === "SettleHand" ? { seat } : {};
    const key = [name, about.deck ?? "", about.seat ?? ""].join(".");
    /** @type {Group} */
    const group = groups.get(key) ?? { key, name, about, offers: [] };
    groups.set(key, group);
    const text = JSON.stringify(offer.example);
    if (!group.offers.some((each) => JSON.stringify(each.example) === text)) group.offers.push(offer);
  }
  return [...groups.values()];
}

/** What makes a form another one: the offers in it, and what of the table its fields show.
    @param {Group} group
    @param {Work} now */
export function sign(group, now) {
  const more = group.name === "CountStub" ? Object.keys(now.work.places) : NAMES_CARDS.has(group.name) ? now.work.named : "";
  return JSON.stringify([group.offers, more]);
}

/** The form of a group of offers; what stands above it already (`due`) is not said again.
    @param {Group} group
    @param {Work} now
    @param {{ level?: number, due?: any }} how */
export function actForm(group, now, { level = 3, due = null } = {}) {
  const { name, about, offers } = group;
  const several = ABOUT_A_DECK.has(name) && now.work.decks.length > 1;
  const title = several ? say("act.deck", { act: say(`act.${name}`), deck: about.deck }) : say(`act.${name}`);
  const clauses = [...new Set(offers.map((offer) => offer.clause))].filter((id) => id && id !== due?.clause);
  return form({
    name,
    title,
    level,
    unseen: due?.do === name,
    about: clauses.length ? clauses.flatMap((id) => [why(id), " "]) : null,
    fields: (FIELDS[name] ?? (() => []))(offers[0], now),
    buttons: offers.map((offer, place) => ({ label: label(offer.example, now), value: String(place), primary: place === 0 && due?.do === name })),
    send: (values, button, ask) => {
      const example = offers[Number(button || 0)].example;
      const act = acted(example, values, now.work.named);
      return ASKED_TWICE.has(name) ? twice(now, act, ask) : now.act(act);
    },
  });
}

/** What a button says: the variant it stands for.
    @param {any} example
    @param {Pick<Work, "work">} now */
function label(example, now) {
  const { do: name } = example;
  if (name === "DealCards" && now.work.named.length) {
    const seen = now.work.named.some(asked);
    return say(seen ? "button.DealCards.seen" : "button.DealCards.down", { n: now.work.named.length });
  }
  if (name === "CutCards") return say("button.CutCards", { n: example.depth });
  if (name === "TakeWagers") return say("button.TakeWagers", { n: example.chips });
  if (name === "SetDeviceAside") {
    return say(`button.SetDeviceAside.${example.measure}`, { device: say(`device.${example.device}`).toLowerCase() });
  }
  if (name === "RestoreDevice") return say("button.RestoreDevice", { device: say(`device.${example.device}`) });
  if (name === "ChangeProcedure") return say("button.ChangeProcedure", { procedure: say(`procedure.${example.procedure}`) });
  if (name === "InspectCards" && example.sound === false) return say("button.InspectCards.unsound");
  const variant = ["preshuffled", "device", "face_up"].find((each) => example[each]);
  return say(variant ? `button.${name}.${variant}` : `button.${name}`, example);
}

// --- fields, and how they become an act ---------------------------------------------------------------------------------

const reason = () => [{ name: "reason", label: say("field.reason"), optional: true, longest: 200 }];

/** At a table with a physical deck only people know the cards.
    @type {(offer: AnyOffer, now: Work) => Field[]} */
const faces = (_, now) => (now.work.named.some(asked) ? [cardsField(now, "cards", now.work.named)] : []);

/** The hands whose cards are named, position by position.
    @param {Work} now
    @returns {Field[]} */
function hands(now) {
  const seats = [...new Set(now.work.named.map((card) => card.seat))];
  return seats.map((seat) => cardsField(now, `seat${seat}`, now.work.named.filter((card) => card.seat === seat),
    { label: say("field.faces", { seat }) }));
}

/** @type {Record<string, (offer: AnyOffer, now: Work) => Field[]>} */
const FIELDS = {
  CutCards: ({ minimum: min, maximum: max }) => [
    { name: "depth", label: say("field.depth"), kind: "number", min, max, optional: true, folded: true, hint: say("field.depth.hint", { min, max }) },
  ],
  DealCards: faces,
  DeviceCountsCards: () => [{ name: "count", label: say("field.count.device"), kind: "number", max: 999 }],
  TakeWagers: ({ example }, now) => [
    { name: "chips", label: say("field.chips", { wager: now.wager(example.wager ?? "") }), kind: "number", max: 99, optional: true, folded: true },
  ],
  CountStub: (_, now) => [
    { name: "stub", label: say("field.stub"), kind: "number", max: 999 },
    ...Object.keys(now.work.places).map((place) => ({
      name: place, label: now.place(place), kind: "number", optional: true, plain: true, max: 999, after: "counts_by_place",
    })),
  ],
  OrderRecut: reason,
  OrderShuffle: reason,
  RemoveDeck: reason,
  ShowCards: faces,
  SettleHand: faces,
  SettleTable: (_, now) => hands(now),
};

/** @type {(act: any, values: any) => any} */
const withReason = (act, values) => (values.reason ? { ...act, reason: values.reason } : act);
/** @type {(act: any, values: any, named: CardNamed[]) => any} */
const withCards = (act, { cards = [] }, named) => (named.length ? { ...act, cards: complete(named, cards) } : act);

/** @type {Record<string, (act: any, values: any, named: CardNamed[]) => any>} */
const WITH = {
  CutCards: (act, { depth }) => ({ ...act, depth: depth ?? act.depth }),
  DealCards: withCards,
  DeviceCountsCards: (act, values) => ({ ...act, count: values.count }),
  TakeWagers: (act, { chips }) => ({ ...act, chips: chips ?? act.chips }),
  CountStub: (act, { stub, ...places }) => {
    const counted = Object.entries(places).filter(([, count]) => count !== null);
    return counted.length ? { ...act, stub, places: counted } : { do: act.do, stub };
  },
  OrderRecut: withReason,
  OrderShuffle: withReason,
  RemoveDeck: withReason,
  ShowCards: withCards,
  SettleHand: withCards,
  SettleTable: (act, values, named) => {
    const seats = [...new Set(named.map((card) => card.seat))];
    /** @param {number} seat */
    const of = (seat) => complete(named.filter((card) => card.seat === seat), values[`seat${seat}`] ?? []);
    return seats.length ? { ...act, faces: seats.map((seat) => [seat, of(seat)]) } : act;
  },
};

/** An act with what was typed for it, and the cards that it brings.
    @param {any} example
    @param {any} values
    @param {CardNamed[]} named */
export const acted = (example, values, named = []) => (WITH[example.do] ?? ((act) => act))(example, values, named);
