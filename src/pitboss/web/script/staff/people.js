/* Walk-ins: players without an account. The dealer seats them and records what they wager and decide. */

import { html } from "../dom.js";
import { money } from "../format.js";
import { say } from "../text.js";
import { why } from "../why.js";
import { chipRow, typed } from "./chip-row.js";
import { form } from "./forms.js";
import { WALK_IN, walkIn } from "./names.js";

/** @import { AnyOffer } from "../../shapes.d.ts" */
/** @import { SeatView } from "../../types.d.ts" */
/** @import { Work } from "./work.js" */

/** @param {{ offers: AnyOffer[] }} now
    @param {string} name
    @param {number} seat */
const offersOf = (now, name, seat) => now.offers.filter(({ example }) => example.do === name && example.seat === seat);

/** The forms for walk-ins, to be kept while people type.
    @param {Work} now */
export function peopleForms(now) {
  return [seating(now), ...now.view.seats.filter((seat) => walkIn(seat.player)).map((seat) => seated(now, seat))].filter(Boolean);
}

/** @param {Work} now */
function seating(now) {
  const free = now.view.seats.filter((seat) => !seat.player).map((seat) => seat.number);
  return {
    key: "seat",
    sign: free.join(),
    make: () =>
      free.length
        ? form({
            name: "TakeSeat",
            title: say("people.seat"),
            row: true,
            fields: [
              { name: "seat", label: say("field.seat"), kind: "select", options: free.map((n) => [String(n), String(n)]) },
              { name: "player", label: say("field.player"), longest: 40 },
            ],
            buttons: [{ label: say("people.seat.do") }],
            send: ({ seat, player }) => now.act({ do: "TakeSeat", seat: Number(seat), player: WALK_IN + player }),
          })
        : html`<p class="muted">${say("people.full")}</p>`,
  };
}

/** One form for all wagers of a position, within the limits that are offered; an emptied field takes the wager back.
    @param {Work} now
    @param {SeatView} seat */
function seated(now, seat) {
  const placing = offersOf(now, "PlaceWager", seat.number).filter((offer) => offer.maximum);
  const leaves = offersOf(now, "LeaveSeat", seat.number).length > 0;
  if (!placing.length && !leaves) return null;
  const limits = placing.map(({ example, minimum, maximum, step }) => [example.wager, minimum, maximum, step]);
  return {
    key: `seat.${seat.number}`,
    // What lies there is no part of it: while one wager after the other is recorded the form must stay.
    // What is placed again by another form is written into this one.
    sign: JSON.stringify([seat.player, limits, leaves, now.view.round, now.placedAgain]),
    make: () => {
      // What lay there when the form was drawn: only what was changed in it since is recorded.
      const shown = Object.fromEntries(placing.map(({ example: { wager = "" } }) => [wager, seat.wagers[wager] ?? 0]));
      return form({
        name: "PlaceWager",
        title: now.seat(seat.number),
        about: why(placing[0]?.clause),
        fields: placing.map((offer) => wagerField(now, seat, offer)),
        buttons: [
          ...(placing.length ? [{ label: say("people.wager.do"), value: "wagers" }] : []),
          ...(leaves ? [{ label: say("people.leave"), value: "leave", quiet: placing.length > 0 }] : []),
        ],
        clear: false,
        send: (values, button) => (button === "leave" ? now.act({ do: "LeaveSeat", seat: seat.number }) : record(now, seat.number, values, shown)),
      });
    },
  };
}

/** Every wager that differs from what lies there; each is an act of its own, and the first that is refused ends it.
    @param {Pick<Work, "view" | "act">} now
    @param {number} seat
    @param {Record<string, number | null>} values
    @param {Record<string, number>} shown what the form said before: a field nobody changed is left as it lies */
export async function record(now, seat, values, shown = {}) {
  for (const [wager, typedNow] of Object.entries(values)) {
    const [cents, lies] = [typedNow ?? 0, now.view.seats[seat - 1].wagers[wager] ?? 0];
    if (cents === shown[wager]) continue;
    if (cents !== lies) await now.act({ do: "PlaceWager", seat, wager, cents });
    shown[wager] = cents;
  }
  return say("act.done");
}

/** @param {Work} now
    @param {SeatView} seat
    @param {AnyOffer} offer */
function wagerField(now, seat, { example: { wager = "" }, minimum, maximum, step }) {
  const known = now.game.wagers.find((each) => each.id === wager);
  const [leads = wager, ...equal] = known?.together ?? [];
  const title = now.wager(wager);
  const row = { title, equal, minimum, maximum, step };
  return {
    name: wager,
    label: title,
    kind: "money",
    optional: true,
    plain: true,
    value: typed(seat.wagers[wager] ?? 0),
    /** @param {any} input */
    beside: (input) => (leads === wager ? chipRow(input, row) : null),
    hint: say(minimum === maximum ? "field.amount.one" : "field.amount.hint", { min: money(minimum), max: money(maximum), step: money(step) }),
  };
}

/** What walk-ins wagered last, by one press for all of them, or for each.
    @param {Work} now */
export function againForm(now) {
  const open = now.again.all(now.view).filter(([seat]) => offersOf(now, "PlaceWager", seat).length);
  if (!open.length) return null;
  /** @param {[number, Record<string, number>][]} which */
  const place = async (which) => {
    for (const [seat, wagers] of which) await record(now, seat, wagers);
    now.placedAgain += 1;
  };
  /** @type {(wagers: Record<string, number>) => string} */
  const amount = (wagers) => money(Object.values(wagers).reduce((sum, each) => sum + each, 0));
  /** @type {import("../../shapes.d.ts").Button[]} */
  const each = open.map(([seat, wagers]) => ({
    label: `${now.seat(seat)} · ${say("again.one", { amount: amount(wagers) })}`, value: String(seat), primary: open.length === 1,
  }));
  return {
    key: "again",
    sign: JSON.stringify(open),
    make: () =>
      form({
        name: "Again",
        title: say("again.title"),
        level: 4,
        buttons: [...(open.length > 1 ? [{ label: say("again.all"), value: "all", primary: true }] : []), ...each],
        send: (_, button) => place(button === "all" ? open : open.filter(([seat]) => String(seat) === button)),
      }),
  };
}

/** The decision of a walk-in whose turn it is; null for others, who decide themselves.
    @param {Work} now */
export function decisionForm(now) {
  const seat = now.view.seats[now.work.turn - 1];
  const offer = seat && walkIn(seat.player) ? offersOf(now, "Decide", seat.number)[0] : null;
  if (!offer) return null;
  return {
    key: `decide.${seat.number}.${now.view.step}`,
    sign: JSON.stringify(offer),
    make: () =>
      form({
        name: "Decide",
        title: say("act.Decide"),
        level: 4,
        about: why(offer.clause),
        buttons: offer.values.map((choice) => ({ label: now.choice(choice), value: choice, primary: true })),
        send: (_, choice) => now.act({ do: "Decide", seat: seat.number, choice }),
      }),
  };
}
