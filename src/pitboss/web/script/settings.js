/* What the reader prefers, as a panel; and the way to the other pages where the top has no room for it. */

import { find, html, put } from "./dom.js";
import { pref, prefer } from "./prefs.js";
import { add, say } from "./text.js";

add({
  "settings.title": "Settings",
  "settings.theme": "Light",
  "settings.theme.auto": "as the device",
  "settings.theme.dark": "dark",
  "settings.theme.light": "light",
  "settings.deck": "Four-colour deck",
  "settings.coach": "Coach",
  "settings.motion": "Movement",
  "settings.motion.auto": "as the device",
  "settings.motion.full": "full",
  "settings.motion.quick": "quick",
  "settings.motion.none": "none",
});

export const settings = () => html`<div class="popover settings" id="settings" popover @beforetoggle=${pages}>
  <nav class="settings-pages" aria-label=${say("nav.main")} hidden></nav><h2>${say("settings.title")}</h2>
  ${several("theme", ["auto", "dark", "light"])}
  ${several("motion", ["auto", "full", "quick", "none"])}
  ${yesOrNo("deck", "four", "two")}
  ${yesOrNo("coach", true, false)}
</div>`;

/** @param {any} event */
function pages({ target }) {
  const [nav, top] = [find(".settings-pages", target), find(".top-pages")];
  nav.hidden = top.offsetWidth > 0;
  put(nav, nav.hidden ? null : [...top.children].map((link) => link.cloneNode(true)));
}

/** @param {string} name
    @param {string[]} values */
function several(name, values) {
  /** @param {string} value */
  const one = (value) => html`<label><input type="radio" name=${`set-${name}`} value=${value}
    ?checked=${pref(name) === value} @change=${() => prefer(name, value)}>
    <span>${say(`settings.${name}.${value}`)}</span></label>`;
  return html`<fieldset class="choices"><legend>${say(`settings.${name}`)}</legend>${values.map(one)}</fieldset>`;
}

/** @param {string} name
    @param {unknown} on
    @param {unknown} off */
function yesOrNo(name, on, off) {
  /** @param {any} event */
  const change = (event) => prefer(name, event.target.checked ? on : off);
  return html`<label class="switch"><span>${say(`settings.${name}`)}</span>
    <input type="checkbox" role="switch" ?checked=${pref(name) === on} @change=${change}></label>`;
}
