/* What can be done at the table by one key, and the list of it. Nothing here is done that a button does not do: a key
   presses it. The keys of a decision stand on its buttons. */

import { find, html } from "../dom.js";
import { say } from "../text.js";
import "../text/keys.js";

/** Keys and the buttons they press.
    @type {Record<string, string>} */
const PRESSES = { d: "deal", r: "repeat", x: "double", u: "undo", c: "clear" };
const TYPES = "input:not([type='radio'], [type='checkbox']), textarea, select, [popover], dialog";

/** What a key means while wagers are made: the act it stands for, the place of a chip, or the list; null: nothing.
    @param {{ key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean, repeat?: boolean }} event
    @param {{ typing: boolean, onSpot: boolean }} where */
export function meaning({ key, ctrlKey, metaKey, altKey, repeat }, { typing, onSpot }) {
  if (typing || ctrlKey || metaKey || altKey || repeat) return null;
  if (key === "?" && !onSpot) return { list: true };
  if (/^[1-9]$/.test(key) && !onSpot) return { chip: Number(key) };
  const act = PRESSES[key.toLowerCase()];
  return act ? { act } : null;
}

/** Listens from now on; `tray` has the chips and the buttons.
    @param {HTMLElement} tray */
export function keys(tray) {
  addEventListener("keydown", (event) => {
    /** @type {any} */
    const target = event.target;
    const where = { typing: Boolean(target.closest?.(TYPES)), onSpot: Boolean(target.closest?.(".spot")) };
    const meant = meaning(event, where);
    if (!meant) return;
    if (meant.list) event.preventDefault();
    if (meant.list) return list();
    if (tray.hidden) return;
    const pressed = meant.act ? find(`[data-act="${meant.act}"]`, tray) : chip(tray, meant.chip ?? 0);
    if (!pressed || pressed.disabled) return;
    event.preventDefault();
    pressed.click();
  });
}

/** @param {HTMLElement} tray
    @param {number} place */
const chip = (tray, place) => [...tray.querySelectorAll(".chip-choice input")][place - 1];

/** What explains a hand while it is played (guide.js). */
function guide() {
  find("#keys").hidePopover();
  dispatchEvent(new Event("guide"));
}

/** Opens the list, made when it is first wanted. */
export function list() {
  const rows = [["1–9", "keys.chips"], ...Object.entries(PRESSES).map(([key, act]) => [key.toUpperCase(), `keys.${act}`]),
    ["", "keys.spots"], ["", "keys.decisions"], ["?", "keys.list"]];
  /** @param {string[]} row */
  const row = ([key, text]) => key
    ? html`<tr><th scope="row"><kbd>${key}</kbd></th><td>${say(text)}</td></tr>`
    : html`<tr><td colspan="2">${say(text)}</td></tr>`;
  let shown = find("#keys");
  if (!shown) {
    shown = html`<div class="popover keys" id="keys" popover role="dialog" aria-labelledby="keys-title">
      <h2 id="keys-title">${say("keys.title")}</h2><table><tbody>${rows.map(row)}</tbody></table>
      <button class="small" popovertarget="keys" popovertargetaction="hide">${say("close")}</button>
      <button class="small" data-act="guide" @click=${guide}>${say("keys.guide")}</button></div>`;
    document.body.append(shown);
  }
  shown.togglePopover(true);
}
