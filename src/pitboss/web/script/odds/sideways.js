/* A place that scrolls sideways shows it: a shadow lies along each edge beyond which there is more. */

import { html } from "../dom.js";

/** What is `inside`, in a place with this name that can be scrolled, by keys too.
    @param {string} label
    @param {any} inside */
export function sideways(label, inside) {
  const place = html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>${inside}</div>`;
  const frame = html`<div class="sideways">${place}</div>`;
  const look = () => {
    const { scrollLeft: before, scrollWidth, clientWidth } = place;
    frame.classList.toggle("before", before > 1);
    frame.classList.toggle("after", scrollWidth - clientWidth - before > 1);
  };
  place.addEventListener("scroll", look, { passive: true });
  const sizes = new ResizeObserver(look);
  for (const each of [place, inside]) sizes.observe(each);
  return frame;
}
