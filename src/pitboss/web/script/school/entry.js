/* The way in for whoever may not study yet: as a guest at once, or with an account. */

import { beGuest } from "../api.js";
import { html, put } from "../dom.js";
import { refusal } from "../refusal.js";
import { say } from "../text.js";
import "../text/school.js";

/** @import { Me } from "../../types.d.ts" */

/** @param {Me | null} who
    @param {() => void} then */
export function entry(who, then) {
  const said = html`<div role="status"></div>`;
  const come = async () => {
    try {
      await beGuest();
      then();
    } catch (error) {
      put(said, refusal(error));
    }
  };
  const guest = who ? null : html`<button type="button" class="primary" @click=${come}>${say("school.guest")}</button>`;
  return html`<section class="panel school-entry"><p>${say(who ? "school.only" : "school.stranger")}</p>
    <p class="school-on">${guest} <a class="button ${who ? "primary" : ""}" href=${`/sign-in?then=${encodeURIComponent(location.pathname + location.search)}`}>${say("nav.sign_in")}</a></p>${said}</section>`;
}
