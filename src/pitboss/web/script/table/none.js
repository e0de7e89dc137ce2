/* Why there is no table at this address, and where the others are. */

import { announce } from "../announce.js";
import { html } from "../dom.js";
import { title } from "../shell.js";
import { say } from "../text.js";

/** Says it at the table's place.
    @param {HTMLElement} root
    @param {string} sentence */
export function none(root, sentence) {
  title(sentence);
  root.append(html`<div class="banner bad"><h1 class="none">${sentence}</h1>
    <a class="button small" href="/">${say("state.lobby")}</a></div>`);
  announce(sentence, { now: true });
}
