/* What a screen reader says. Sentences that come together are said together, in order. */

import { html } from "./dom.js";

/** @type {Map<string, any>} */
const made = new Map();
/** @type {Map<string, Map<unknown, string>>} */
const waiting = new Map();

/** @param {"polite" | "assertive"} kind */
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

/** Says this when the reader pauses; with `now`, at once. Of one thing (`about`) only the last sentence is said.
    @param {string} sentence
    @param {{ now?: boolean, about?: unknown }} how */
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
  const fresh = new Map([[about, sentence]]);
  waiting.set(kind, fresh);
  element.textContent = "";
  // The region must be seen empty first, or the same sentence twice would be said once.
  setTimeout(() => {
    element.textContent = [...fresh.values()].join(" ");
    waiting.delete(kind);
  }, 120);
}
