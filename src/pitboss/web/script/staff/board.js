/* The table as staff may see it: what everybody may see, and how cards and devices stand. No hidden card is here. */

import { card } from "../cards.js";
import { html } from "../dom.js";
import { gain, money, moment, number } from "../format.js";
import { list, say } from "../text.js";

/** @import { DeckShown, SeatView } from "../../types.d.ts" */
/** @import { Work } from "./work.js" */

const HOUR = 3_600_000;

/** Seats, wagers and cards.
    @param {Work} now */
export function board(now) {
  const { view } = now;
  const rows = view.seats.filter((seat) => seat.player).map((seat) => seatRow(seat, now));
  const free = view.seats.filter((seat) => !seat.player).map((seat) => String(seat.number));
  return html`<div>
    ${view.void ? html`<p class="note bad">${say("board.void")}</p>` : null}
    <div class="places">${place("dealer", view.dealer)}${place("community", view.community)}${place("box", view.box)}
      ${view.set_aside.length ? row(say("board.aside"), view.set_aside) : null}
      ${view.burned ? html`<p class="muted">${say("board.burned", { n: view.burned })}</p>` : null}</div>
    ${rows.length ? html`<div class="scroll" tabindex="0" role="group" aria-label=${say("board.title")}><table class="seats">
      <thead><tr><th scope="col">${say("board.seat")}</th><th scope="col">${say("board.player")}</th>
        <th scope="col">${say("board.wagers")}</th><th scope="col">${say("board.cards")}</th>
        <th scope="col" class="number">${say("board.result")}</th></tr></thead>
      <tbody>${rows}</tbody></table></div>` : null}
    ${free.length ? html`<p class="muted">${say("board.free", { seats: list(free), n: free.length })}</p>` : null}</div>`;
}

/** @param {SeatView} seat
    @param {Work} now */
function seatRow(seat, now) {
  const turn = now.view.turn === seat.number;
  // Until it is ruled nobody decides and nothing is settled.
  const waits = now.view.matters.some(([, about]) => turn || about === seat.number);
  const step = now.game.steps.find((each) => each.name === now.view.step);
  const wagers = Object.entries(seat.wagers).map(([id, cents]) => `${now.wager(id)} ${money(cents)}`);
  const lammers = seat.lammers.map((id) => say("board.lammer", { wager: now.wager(id) }));
  const badges = [
    seat.standing && seat.standing !== "live" ? say(`standing.${seat.standing}`) : "",
    waits ? say("board.ruling") : turn ? say(step?.kind === "ask" ? "board.turn" : "board.settled") : "",
    now.ready.includes(seat.number) ? say("board.ready") : "",
    seat.in_rack ? say("board.in_rack") : "",
  ].filter(Boolean);
  return html`<tr class=${turn ? "turn" : ""}><th scope="row">${seat.number}</th>
    <td>${seat.player} ${badges.flatMap((text) => [html`<span class="badge">${text}</span>`, " "])}</td>
    <td>${list([...wagers, ...lammers])}</td>
    <td>${seat.in_rack ? null : hand(seat.cards)}</td>
    <td class="number">${gain(seat.net)}</td></tr>`;
}

/** @type {(name: string, cards: string[]) => any} */
const place = (name, cards) => (cards.length ? row(say(`lies.${name}`), cards) : null);
/** @type {(title: string, cards: string[]) => any} */
const row = (title, cards) => html`<div class="place"><h3>${title}</h3>${hand(cards)}</div>`;
/** @type {(cards: string[]) => any} */
const hand = (cards) => html`<div class=${["hand", cards.length > 3 && "many", cards.length > 5 && "most"].filter(Boolean).join(" ")}>${cards.map(card)}</div>`;

/** @type {(meter: [string, number]) => [string, string]} */
const meter = ([name, cents]) => [name, money(cents, { always: true })];

/** Decks, devices, the tray and the meters.
    @param {Pick<Work, "work" | "view">} now */
export function equipment({ work, view }) {
  /** @type {([string, string, boolean?] | null)[]} */
  const lines = [
    [say("equipment.procedure"), say(`procedure.name.${work.procedure}`)],
    ...work.decks.map(deck),
    work.shuffler === "none" ? null : [say("device.shuffler"), say(`condition.${work.shuffler}`), work.shuffler !== "working"],
    work.shoe === "none" ? null : [say("device.shoe"), say(`condition.${work.shoe}`), work.shoe !== "working"],
    [say("equipment.uncounted"), number(work.uncounted)],
    work.inventory === null ? null : [say("equipment.inventory"), money(work.inventory)],
    ...Object.entries(view.meters).map(meter),
  ];
  return html`<dl class="facts">${lines.map((line) => line && html`<div><dt>${line[0]}</dt><dd class=${line[2] ? "bad" : ""}>${line[1]}</dd></div>`)}</dl>`;
}

/** @param {DeckShown} shown
    @returns {[string, string]} */
function deck({ number: n, stage, in_play: inPlay, in_play_at: since, hours }) {
  const words = [say(`stage.${stage}`)];
  if (inPlay && stage !== "absent") words.push(say("equipment.in_play"));
  if (since !== null && hours !== null) words.push(say("equipment.until", { time: moment(since + hours * HOUR) }));
  return [say("equipment.deck", { n }), words.join(", ")];
}
