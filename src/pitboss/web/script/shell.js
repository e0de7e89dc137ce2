/* What every page has at its top: the house's name, the way to the other pages, who you are, your chips, settings. */

import { may, me, post } from "./api.js";
import { find, html, put, sheet } from "./dom.js";
import { money } from "./format.js";
import { say } from "./text.js";

/** @type {[string, string, (who: any) => boolean][]} */
const PAGES = [
  ["lobby", "/", () => true],
  ["odds", "/odds", () => true],
  ["school", "/school", (who) => !who || may(who, "study")],
  ["history", "/history", (who) => may(who, "take_seat")],
  ["staff", "/staff", (who) => may(who, "see_work")],
  ["audit", "/audit", (who) => may(who, "see_audit")],
  ["hold", "/hold", (who) => may(who, "see_hold")],
  ["review", "/review", (who) => may(who, "review_players")],
  ["accounts", "/accounts", (who) => may(who, "see_accounts")],
  ["processes", "/processes", (who) => may(who, "see_processes")],
];

/** Puts the top into <header id="top">. Returns what pages change there.
    @param {string} page */
export function shell(page) {
  const header = find("#top");
  const nav = html`<nav class="top-pages" aria-label=${say("nav.main")}></nav>`;
  const place = html`<div class="top-place" id="top-place"></div>`;
  const person = html`<div class="top-person"></div>`;
  header.classList.add("top");
  put(
    header,
    html`<a class="skip" href="#page">${say("nav.skip")}</a>`,
    brand(),
    nav,
    place,
    person,
    settingsButton(),
  );
  /** @param {any} who */
  const show = (who) => {
    put(
      nav,
      PAGES.filter(([, , open]) => open(who)).map(
        ([key, href]) => html`<a href=${href} aria-current=${key === page ? "page" : null}>${say(`nav.${key}`)}</a>`,
      ),
    );
    const stranger = html`<a class="button quiet small" href=${signInLink()}>${say("nav.sign_in")}</a>`;
    put(person, who ? signedIn(who) : stranger);
  };
  show(null);
  const whoever = me().catch(() => null);
  whoever.then(show);
  return {
    who: whoever,
    place,
    /** Looks again who is signed in. */
    async refresh() {
      const who = await me({ again: true }).catch(() => null);
      show(who);
      return who;
    },
    /** The chips as a socket tells them, without asking.
        @param {number | null} cents */
    balance(cents) {
      const shown = find(".top-balance b", header);
      if (shown && cents !== null) shown.textContent = money(cents);
    },
  };
}

const brand = () => html`<a class="brand" href="/" aria-label=${say("house.name")}>
  <svg class="brand-mark" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 1l3 8 8 3-8 3-3 8-3-8-8-3 8-3z"/></svg>
  <span>${say("house.name")}</span></a>`;

const signInLink = () => `/sign-in?then=${encodeURIComponent(location.pathname + location.search)}`;

/** @param {any} who */
function signedIn(who) {
  const guest = who.guest ? html`<small>${say("nav.guest")}</small>` : null;
  return html`<span class="top-name">${who.handle}${guest}</span>
    ${may(who, "take_seat") ? html`<span class="top-balance" title=${say("nav.balance")}>
      <span class="unseen">${say("nav.balance")}</span><b>${money(who.balance)}</b></span>` : null}
    ${who.guest ? null : html`<button class="quiet small" @click=${signOut}>${say("nav.sign_out")}</button>`}`;
}

async function signOut() {
  await post("/api/v1/logout").catch(() => null);
  location.assign("/");
}

/** The panel is made when it is first wanted; from then on the button opens and closes it by itself. */
function settingsButton() {
  const first = async () => {
    const [{ settings }] = await Promise.all([import("./settings.js"), sheet("choices")]);
    button.after(settings());
    find("#settings").showPopover();
  };
  const button = html`<button class="icon quiet" popovertarget="settings" aria-label=${say("nav.settings")}
    title=${say("nav.settings")}><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h9m5 0h2M4 17h2m5 0h9"/>
    <circle cx="15.5" cy="7" r="2.5"/><circle cx="8.5" cy="17" r="2.5"/></svg></button>`;
  button.addEventListener("click", first, { once: true });
  return button;
}

/** A page's text for the window's title.
    @param {string} text */
export function title(text) {
  document.title = `${text} · ${say("house.name")}`;
}

