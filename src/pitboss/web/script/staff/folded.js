/* Panels that are seldom needed: what is in them is made when they are opened first. */

import { html, put } from "../dom.js";
import { say } from "../text.js";

/** A folded panel. `content()` gives, or promises, what stands in it.
    @param {string} title
    @param {() => Promise<any>} content */
export function folded(title, content) {
  const body = html`<div class="folded-body">${say("loading")}</div>`;
  const element = html`<details class="panel folded"><summary><h2>${title}</h2></summary>${body}</details>`;
  const fill = async () => {
    try {
      put(body, await content());
    } catch (error) {
      put(body, html`<p class="form-bad">${error.message}</p>`);
    }
  };
  element.addEventListener("toggle", fill, { once: true });
  return element;
}
