/* The accounts of people: make them, give roles, disable, set passwords, end sessions. */

import { get, may, post } from "./api.js";
import { announce } from "./announce.js";
import { confirmed } from "./confirm.js";
import { find, html, put } from "./dom.js";
import { day, money } from "./format.js";
import { learnRoles, roleChoices, roleWord } from "./roles.js";
import { shell, title } from "./shell.js";
import { form } from "./staff/forms.js";
import { say } from "./text.js";
import "./text/accounts.js";
import { openAccount } from "./accounts/one.js";
import { accountRules } from "./door/account-rules.js";

/** @import { AccountRules, AccountShown } from "../types.d.ts" */

const page = find("#page");
const top = shell("accounts");

title(say("accounts.title"));
begin().catch((error) => put(page, html`<h1>${say("accounts.title")}</h1><p class="note bad">${error.message}</p>`));

async function begin() {
  const who = await top.who;
  if (!may(who, "see_accounts")) {
    put(page, html`<h1>${say("accounts.title")}</h1><p class="note">${say("accounts.only")} ${say("accounts.sign_in")}</p>
      <p><a class="button primary" href="/sign-in?then=/accounts">${say("nav.sign_in")}</a></p>`);
    return;
  }
  const manages = may(who, "manage_accounts");
  const body = html`<tbody></tbody>`;
  const said = html`<p class="muted" aria-live="polite"></p>`;
  const search = html`<input id="accounts-search" type="search" autocomplete="off" spellcheck="false">`;
  const guests = html`<input type="checkbox" role="switch">`;
  const [rules] = await Promise.all([manages ? accountRules() : null, learnRoles()]);
  /** @type {AccountShown[]} */
  let everybody = [];

  const draw = () => {
    const wanted = search.value.trim().toLowerCase();
    const shown = everybody.filter((each) => (guests.checked || !each.guest) && each.handle.toLowerCase().includes(wanted));
    put(body, shown.map((account) => row(account, manages, load, rules)));
    put(said, say("accounts.count", { n: shown.length }));
  };
  const load = async () => {
    everybody = await get("/api/v1/accounts");
    draw();
  };
  search.addEventListener("input", draw);
  guests.addEventListener("change", draw);
  put(
    page,
    html`<h1>${say("accounts.title")}</h1><p class="muted">${say("accounts.lead")}</p>`,
    manages ? html`<details class="panel folded"><summary><h2>${say("accounts.new")}</h2></summary>${newAccount(load, rules)}</details>` : null,
    html`<section class="panel"><div class="filters"><div><label for="accounts-search">${say("accounts.search")}</label>${search}</div>
      <label class="switch"><span>${say("accounts.guests")}</span>${guests}</label></div>${said}
      <div class="scroll" tabindex="0" role="group" aria-label=${say("accounts.title")}><table class="people">
      <thead><tr><th scope="col">${say("accounts.name")}</th><th scope="col">${say("accounts.roles")}</th><th scope="col">${say("accounts.state")}</th>
        <th scope="col">${say("accounts.since")}</th><th scope="col" class="number">${say("accounts.balance")}</th><th scope="col" class="number">${say("accounts.practice")}</th></tr></thead>${body}</table></div></section>`,
  );
  await load();
}

/** What a first password must be, in the house's own figures.
    @param {any} rules */
const passwordHint = (rules) =>
  rules && say("accounts.password.hint", { shortest: rules.password_shortest, longest: rules.password_longest });

/** @param {AccountShown} account
    @param {boolean} manages
    @param {() => unknown} changed
    @param {AccountRules | null} rules */
function row(account, manages, changed, rules) {
  const state = account.disabled ? "disabled" : account.locked ? "locked" : account.guest ? "guest" : "good";
  const bad = account.disabled || account.locked ? "bad" : "";
  return html`<tr><th scope="row"><button type="button" class="link" aria-label=${say("accounts.open", { handle: account.handle })}
      @click=${() => openAccount(account, manages, changed, passwordHint(rules))}>${account.handle}</button></th>
    <td>${account.roles.map((role) => html`<span class="badge">${roleWord(role)}</span>`)}</td>
    <td class=${bad}>${say(`accounts.state.${state}`)}</td><td>${day(account.created_at)}</td>
    <td class="number">${account.guest ? "–" : money(account.balance)}</td><td class="number">${money(account.practice)}</td></tr>`;
}

/** @param {() => unknown} changed
    @param {any} rules */
function newAccount(changed, rules) {
  return form({
    name: "new",
    fields: [
      { name: "handle", about: "handle", label: say("accounts.name"), hint: rules && say("accounts.name.hint", { allowed: rules.name }), longest: 96 },
      { name: "password", about: "password", label: say("accounts.password"), kind: "password", hint: passwordHint(rules), autocomplete: "new-password" },
      { name: "roles", label: say("accounts.roles"), kind: "checks", options: roleChoices() },
    ],
    buttons: [{ label: say("accounts.create"), primary: true }],
    send: async (asked) => {
      const made = await confirmed(() => post("/api/v1/accounts", asked));
      await changed();
      const told = say("accounts.created", { handle: made.handle });
      announce(told);
      return told;
    },
  });
}
