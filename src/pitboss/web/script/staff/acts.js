/* What may be done now, as forms. The offers of the table say what, for whom and within which limits; here is only said
   how each is asked for. */

import { say } from "../text.js";
import { why } from "../why.js";
import { form } from "./forms.js";

/** @import { AnyOffer, Field } from "../../shapes.d.ts" */
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
  const more = group.name === "CountStub" ? Object.keys(now.work.places) : group.name === "SettleTable" ? now.faces : "";
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
    buttons: offers.map((offer, place) => ({ label: label(offer.example), value: String(place), primary: place === 0 && due?.do === name })),
    send: async (values, button) => {
      const example = offers[Number(button || 0)].example;
      await now.act(acted(example, values));
    },
  });
}

/** What a button says: the variant it stands for.
    @param {any} example */
function label(example) {
  const { do: name } = example;
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

/** At a table with a physical shoe only people know the cards.
    @type {(offer: AnyOffer, now: Work) => Field[]} */
const faces = (_, now) => (now.table.cards === "feed" ? [cardsField(now, "cards")] : []);

/** @param {Work} now
    @param {string} name */
function cardsField(now, name, label = say("field.cards")) {
  const example = Object.keys(now.game.cards).slice(0, 2).join(" ");
  return { name, label, kind: "cards", optional: true, hint: say("field.cards.hint", { example }) };
}

/** @type {Record<string, (offer: AnyOffer, now: Work) => Field[]>} */
const FIELDS = {
  CutCards: ({ minimum: min, maximum: max }) => [
    { name: "depth", label: say("field.depth"), kind: "number", min, max, hint: say("field.depth.hint", { min, max }) },
  ],
  DeviceCountsCards: () => [{ name: "count", label: say("field.count.device"), kind: "number", max: 999 }],
  TakeWagers: ({ example }, now) => [
    { name: "chips", label: say("field.chips", { wager: now.wager(example.wager ?? "") }), kind: "number", max: 99 },
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
  SettleTable: (_, now) =>
    now.table.cards === "feed" ? now.faces.map((seat) => cardsField(now, `seat${seat}`, say("field.faces", { seat }))) : [],
};

/** @type {(act: any, values: any) => any} */
const withReason = (act, values) => (values.reason ? { ...act, reason: values.reason } : act);
/** @type {(act: any, values: any) => any} */
const withCards = (act, values) => (values.cards?.length ? { ...act, cards: values.cards } : act);

/** @type {Record<string, (act: any, values: any) => any>} */
const WITH = {
  CutCards: (act, values) => ({ ...act, depth: values.depth }),
  DeviceCountsCards: (act, values) => ({ ...act, count: values.count }),
  TakeWagers: (act, values) => ({ ...act, chips: values.chips }),
  CountStub: (act, { stub, ...places }) => {
    const counted = Object.entries(places).filter(([, count]) => count !== null);
    return counted.length ? { ...act, stub, places: counted } : { do: act.do, stub };
  },
  OrderRecut: withReason,
  OrderShuffle: withReason,
  RemoveDeck: withReason,
  ShowCards: withCards,
  SettleHand: withCards,
  SettleTable: (act, values) => {
    const told = Object.entries(values).filter(([, cards]) => cards.length);
    return told.length ? { ...act, faces: told.map(([seat, cards]) => [Number(seat.slice(4)), cards]) } : act;
  },
};

/** An act with what was typed for it.
    @param {any} example
    @param {any} values */
export const acted = (example, values) => (WITH[example.do] ?? ((act) => act))(example, values);
