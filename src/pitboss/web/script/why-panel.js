/* A clause in words, beside the thing that was asked about. */

import { get } from "./api.js";
import { find, html, put } from "./dom.js";
import { latest } from "./latest.js";
import { say, sentence } from "./text.js";
import "./text/why.js";

/** @type {any} */
let panel = null;

const table = /^\/(?:tables|staff)\/(\d+)$/.exec(location.pathname)?.[1];
const clauses = new Map();
const phone = matchMedia("(max-width: 720px), (max-height: 560px)");

/** A clause in words, at a table as its operator chose to read it; asked once.
    @param {string} id */
function clauseOf(id) {
  if (!clauses.has(id)) {
    const asked = get(`/api/v1/clauses/${encodeURIComponent(id)}${table ? `?table=${table}` : ""}`);
    asked.catch(() => clauses.delete(id));
    clauses.set(id, asked);
  }
  return clauses.get(id);
}

function made() {
  if (!panel) {
    panel = html`<div class="popover why" id="why" popover role="dialog" aria-labelledby="why-title"></div>`;
    document.body.append(panel);
  }
  return panel;
}

/** Opens the words of a clause beside an element.
    @param {string} clause
    @param {Element} beside */
export async function show(clause, beside) {
  const shown = made();
  const isLatest = latest(shown);
  const heading = html`<h2 id="why-title">${say("why.clause", { clause })}</h2>`;
  put(shown, heading, html`<p class="muted">${say("loading")}</p>`);
  shown.showPopover();
  place(shown, beside);
  /** @param {Error} error */
  const failed = (error) => [heading, html`<p>${sentence(error.message)}</p>`];
  const told = await clauseOf(clause).then(words, failed);
  if (!isLatest()) return;
  put(shown, ...told);
  shown.append(html`<button class="small" popovertarget="why" popovertargetaction="hide">${say("close")}</button>`);
  place(shown, beside);
}

/** @param {{ id: string, title: string, text: string, readings: { title: string, choice: string, reason: string }[] }} found */
function words(found) {
  const readings = found.readings.map(
    (reading) => html`<details><summary>${say("why.reading")}: ${reading.title}</summary>
      <p>${reading.choice}</p><p class="muted">${reading.reason}</p></details>`,
  );
  return [
    html`<h2 id="why-title">${say("why.clause", { clause: found.id })}</h2>`,
    html`<p class="muted">${found.title}</p>`,
    html`<p>${found.text}</p>`,
    ...readings,
  ];
}

/** Puts a popover above an element, or below it where there is no room.
    @param {HTMLElement} shown
    @param {Element} beside */
export function place(shown, beside) {
  const { left, top } = corner(beside.getBoundingClientRect(), shown.getBoundingClientRect(), ...room());
  Object.assign(shown.style, { inset: "auto", margin: "0", left: `${left}px`, top: `${top}px` });
}

/** How wide and tall the window is; on a small one without the place where the reader is asked to decide.
    @returns {[number, number]} */
function room() {
  const asked = phone.matches && find(".dock:has(.deciding:not([hidden]))")?.getBoundingClientRect();
  if (!asked) return [innerWidth, innerHeight];
  return asked.left > innerWidth / 3 ? [asked.left, innerHeight] : [innerWidth, asked.top];
}

/** The corner of something of this size, so that it stands above a place in the window, or below it.
    @param {{ left: number, top: number, bottom: number, width: number }} at
    @param {{ width: number, height: number }} own
    @param {number} wide
    @param {number} tall */
export function corner(at, own, wide, tall) {
  const left = Math.min(Math.max(8, at.left + at.width / 2 - own.width / 2), wide - own.width - 8);
  const above = at.top - own.height - 10;
  const top = above > 8 ? above : Math.min(at.bottom + 10, tall - own.height - 8);
  return { left, top: Math.max(8, top) };
}
