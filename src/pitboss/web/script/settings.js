/* What the reader prefers, as a panel; and the way to the other pages where the top has no room for it. */

import { find, html, put } from "./dom.js";
import { hear } from "./hear.js";
import { LANGUAGES } from "./language.js";
import { pref, prefer } from "./prefs.js";
import { add, say } from "./text.js";

add({
  "settings.title": "Settings",
  "settings.language": "Language",
  "settings.language.auto": "as the browser",
  "settings.theme": "Light",
  "settings.theme.auto": "as the device",
  "settings.theme.dark": "dark",
  "settings.theme.light": "light",
  "settings.deck": "Four-colour deck",
  "settings.coach": "The coach speaks",
  "settings.coach.before": "before I decide",
  "settings.coach.after": "after I have decided",
  "settings.coach.never": "never",
  "settings.guide": "Guide me through a hand",
  "settings.sound": "Sounds",
  "settings.volume": "Volume",
  "settings.motion": "Movement",
  "settings.motion.auto": "as the device",
  "settings.motion.full": "full",
  "settings.motion.quick": "quick",
  "settings.motion.none": "none",
  "settings.speed": "Dealing, where you play alone",
  "settings.speed.slow": "slow",
  "settings.speed.usual": "as usual",
  "settings.speed.quick": "quick",
  "settings.result": "The result stays",
  "settings.result.moment": "a moment",
  "settings.result.long": "longer",
  "settings.result.wait": "until I go on",
});

export const settings = () => html`<div class="popover settings" id="settings" popover @beforetoggle=${pages}>
  <nav class="settings-pages" aria-label=${say("nav.main")} hidden></nav><h2>${say("settings.title")}</h2>
  ${languages()}
  ${yesOrNo("sound", true, false)}
  ${volume()}
  ${several("theme", ["auto", "dark", "light"])}
  ${several("coach", ["before", "after", "never"])}
  ${several("motion", ["auto", "full", "quick", "none"])}
  ${several("speed", ["slow", "usual", "quick"])}
  ${several("result", ["moment", "long", "wait"])}
  ${yesOrNo("deck", "four", "two")}
  ${find(".table-page") ? html`<p><button type="button" class="small" data-act="guide" @click=${guide}>${say("settings.guide")}</button></p>` : null}
</div>`;

/** At a table: what explains a hand while it is played. */
function guide() {
  find("#settings").hidePopover();
  dispatchEvent(new Event("guide"));
}

/** How loud it is; whoever changes it hears it. */
function volume() {
  /** @param {any} event */
  const change = (event) => {
    prefer("volume", Number(event.target.value));
    hear("chips");
  };
  return html`<label class="slider"><span>${say("settings.volume")}</span>
    <input type="range" min="0" max="100" step="5" .value=${pref("volume")} @change=${change}></label>`;
}

/** Each language by its own name; the page is drawn anew in the one that is chosen.
    @returns {any} */
function languages() {
  /** @param {any} event */
  const change = ({ target }) => {
    prefer("language", target.value);
    location.reload();
  };
  /** @type {(value: string, lang: string | null, title: string) => any} */
  const one = (value, lang, title) => html`<option value=${value} lang=${lang} ?selected=${pref("language") === value}>${title}</option>`;
  return html`<label class="switch"><span>${say("settings.language")}</span><select name="language" @change=${change}>
    ${one("auto", null, say("settings.language.auto"))}${Object.entries(LANGUAGES).map(([id, title]) => one(id, id, title))}
  </select></label>`;
}

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
  const change = (event) => {
    prefer(name, event.target.checked ? on : off);
    if (name === "sound") hear("chips"); // who switches them on hears what they are
  };
  return html`<label class="switch"><span>${say(`settings.${name}`)}</span>
    <input type="checkbox" role="switch" ?checked=${pref(name) === on} @change=${change}></label>`;
}
