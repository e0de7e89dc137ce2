/* A chip that is carried from the tray. Loaded when somebody takes hold of one; by then it may already be let go. */

import { chip as drawn } from "../chips.js";
import { html } from "../dom.js";

const FAR = 8;

/** The area onto which a chip of this worth is carried, or nothing. `ends` is kept when the pointer is let go or lost,
    `taken()` is called when the chip leaves its place.
    @param {PointerEvent} begun
    @param {Promise<any>} ends
    @param {number} worth
    @param {() => void} taken
    @returns {Promise<HTMLButtonElement | null>} */
export async function carry({ clientX, clientY }, ends, worth, taken) {
  /** @param {PointerEvent} at */
  const far = (at) => Math.hypot(at.clientX - clientX, at.clientY - clientY) >= FAR;
  /** @type {any} */
  let ghost = null;
  /** @param {PointerEvent} at */
  const move = (at) => {
    if (!ghost && !far(at)) return;
    if (!ghost) {
      ghost = html`<div class="chip-ghost" aria-hidden="true">${drawn(worth)}</div>`;
      document.body.append(ghost);
      taken();
    }
    ghost.style.transform = `translate(${at.clientX - 24}px, ${at.clientY - 24}px)`;
  };
  addEventListener("pointermove", move);
  const end = await ends;
  removeEventListener("pointermove", move);
  ghost?.remove();
  if (end.type !== "pointerup" || !far(end)) return null;
  if (!ghost) taken();
  /** @type {HTMLButtonElement | null | undefined} */
  const spot = document.elementFromPoint(end.clientX, end.clientY)?.closest(".spot");
  return spot && !spot.disabled ? spot : null;
}
