/* Walk-ins: players without an account. The dealer seats them and records what they wager and decide. */

import { html } from "../dom.js";
import { money, number } from "../format.js";
import { say } from "../text.js";
import { why } from "../why.js";
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
    sign: JSON.stringify([seat.player, limits, leaves, now.view.round]),
    make: () =>
      form({
        name: "PlaceWager",
        title: now.seat(seat.number),
        about: why(placing[0]?.clause),
        fields: placing.map((offer) => wagerField(now, seat, offer)),
        buttons: [
          ...(placing.length ? [{ label: say("people.wager.do"), value: "wagers" }] : []),
          ...(leaves ? [{ label: say("people.leave"), value: "leave", quiet: placing.length > 0 }] : []),
        ],
        clear: false,
        send: (values, button) => (button === "leave" ? now.act({ do: "LeaveSeat", seat: seat.number }) : record(now, seat.number, values)),
      }),
  };
}

/** Every wager that differs from what lies there; each is an act of its own, and the first that is refused ends it.
    @param {Pick<Work, "view" | "act">} now
    @param {number} seat
    @param {Record<string, number | null>} values */
export async function record(now, seat, values) {
  for (const [wager, cents] of Object.entries(values)) {
    const lies = now.view.seats[seat - 1].wagers[wager] ?? 0;
    if ((cents ?? 0) !== lies) await now.act({ do: "PlaceWager", seat, wager, cents: cents ?? 0 });
  }
  return say("act.done");
}

/** @param {Work} now
    @param {SeatView} seat
    @param {AnyOffer} offer */
function wagerField(now, seat, { example: { wager = "" }, minimum, maximum, step }) {
  const lies = seat.wagers[wager];
  return {
    name: wager,
    label: now.wager(wager),
    kind: "money",
    optional: true,
    plain: true,
    value: lies ? number(lies / 100, { useGrouping: false, maximumFractionDigits: 2 }) : "",
    hint: say("field.amount.hint", { min: money(minimum), max: money(maximum), step: money(step) }),
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
