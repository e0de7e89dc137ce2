/* What a screen reader says. Sentences that come together are said together, in order. */

import { html } from "./dom.js";

const made = new Map();
const waiting = new Map();

function region(kind) {
  if (!made.has(kind)) {
    const element = html`<div class="unseen" aria-live=${kind} aria-atomic="true" data-says=${kind}></div>`;
    document.body.append(element);
    made.set(kind, element);
  }
  return made.get(kind);
}

/** What was said at once no longer holds. */
export function hush() {
  waiting.get("assertive")?.clear();
  made.get("assertive")?.replaceChildren();
}

/** Says this when the reader pauses; with `now`, at once. Of one thing (`about`) only the last sentence is said. */
export function announce(sentence, { now = false, about = sentence } = {}) {
  if (!sentence) return;
  const kind = now ? "assertive" : "polite";
  const element = region(kind);
  const queue = waiting.get(kind);
  if (queue) {
    queue.delete(about);
    queue.set(about, sentence);
    return;
  }
  waiting.set(kind, new Map([[about, sentence]]));
  element.textContent = "";
  // The region must be seen empty first, or the same sentence twice would be said once.
  setTimeout(() => {
    element.textContent = [...waiting.get(kind).values()].join(" ");
    waiting.delete(kind);
  }, 120);
}
