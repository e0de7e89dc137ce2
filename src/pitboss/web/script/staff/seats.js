/* Seats of people with an account: who has gone can be stood up, on record. */

import { html } from "../dom.js";
import { say } from "../text.js";
import { why } from "../why.js";
import { form } from "./forms.js";
import { walkIn } from "./names.js";

/** @import { Work } from "./work.js" */

/** A form for every seat that may be freed; those of walk-ins stand where their play is recorded.
    @param {Pick<Work, "offers" | "view" | "work" | "serves" | "seat" | "act">} now */
export function seatForms(now) {
  const free = now.offers.flatMap(({ example, clause }) => (example.do === "LeaveSeat" ? [{ seat: example.seat, clause }] : []));
  const own = free.filter(({ seat }) => !now.serves || !walkIn(now.view.seats[seat - 1].player));
  return [...new Map(own.map((each) => [each.seat, each])).values()].map(({ seat, clause }) => {
    const { player } = now.view.seats[seat - 1];
    const absent = now.work.absent.includes(seat);
    const said = walkIn(player) ? null : html`<span class="muted">${say(absent ? "seats.absent" : "seats.here")}</span>`;
    return {
      key: `free.${seat}`,
      sign: JSON.stringify([player, absent, clause]),
      make: () =>
        form({
          name: "LeaveSeat",
          title: now.seat(seat),
          row: true,
          about: [said, " ", why(clause)],
          buttons: [{ label: say("seats.free"), quiet: !absent }],
          send: () => now.act({ do: "LeaveSeat", seat }),
        }),
    };
  });
}
