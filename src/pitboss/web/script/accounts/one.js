/* One account: its roles, its state, its password, where it is signed in. */

import { get, patch, remove } from "../api.js";
import { confirmed } from "../confirm.js";
import { find, html, put } from "../dom.js";
import { moment } from "../format.js";
import { refusal } from "../refusal.js";
import { roleChoices } from "../roles.js";
import { form } from "../staff/forms.js";
import { say } from "../text.js";

/** @import { SessionShown } from "../../types.d.ts" */

/** Opens the account; `changed` is called when something was changed. Who only looks sees its sessions.
    @param {any} account
    @param {boolean} manages
    @param {() => unknown} changed
    @param {string} passwordHint */
export function openAccount(account, manages, changed, passwordHint) {
  const path = `/api/v1/accounts/${encodeURIComponent(account.handle)}`;
  const forms = html`<div class="forms"></div>`;
  const sessions = html`<div class="sessions"></div>`;
  const dialog = html`<dialog class="account" aria-labelledby="account-title">
    <h2 id="account-title">${account.handle}</h2>${forms}<h3>${say("accounts.sessions")}</h3>${sessions}
    <form method="dialog" class="form-buttons"><button>${say("close")}</button></form></dialog>`;
  /** @param {object} asked
      @param {any} told */
  const change = async (asked, told) => {
    account = await confirmed(() => patch(path, asked));
    await Promise.all([changed(), showSessions()]);
    return told;
  };
  const showSessions = () => drawSessions(sessions, path, manages);
  if (manages && !account.guest) put(forms, rolesForm(account, change), passwordForm(change, passwordHint));
  if (manages) forms.append(stateForm(account, change));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  find("button", dialog).focus();
  showSessions();
}

/** @param {any} account
    @param {any} change */
function rolesForm(account, change) {
  return form({
    name: "roles",
    fields: [{ name: "roles", label: say("accounts.roles"), kind: "checks", value: account.roles,
      options: roleChoices() }],
    buttons: [{ label: say("accounts.roles.do") }],
    clear: false,
    send: ({ roles }) => change({ roles }, say("accounts.roles.done")),
  });
}

/** @param {any} change
    @param {string} hint */
function passwordForm(change, hint) {
  return form({
    name: "reset",
    title: say("accounts.reset"),
    about: say("accounts.reset.about"),
    fields: [{ name: "password", about: "password", label: say("accounts.reset.field"), kind: "password", autocomplete: "new-password", hint }],
    buttons: [{ label: say("accounts.reset.do") }],
    send: ({ password }) => change({ password }, say("accounts.reset.done")),
  });
}

/** Disabling, or enabling again: the form turns into the other one.
    @param {any} account
    @param {any} change */
function stateForm(account, change) {
  const what = account.disabled ? "enable" : "disable";
  const element = form({
    name: what,
    title: say(`accounts.${what}`),
    about: say(`accounts.${what}.about`),
    buttons: [{ label: say(`accounts.${what}`), bad: what === "disable" }],
    send: async () => {
      const disabled = !account.disabled;
      await change({ disabled });
      const next = stateForm({ ...account, disabled }, change);
      element.replaceWith(next);
      const told = say(disabled ? "accounts.disabled" : "accounts.enabled");
      put(find(".form-said", next), html`<p class="form-good">${told}</p>`);
      find("button", next).focus();
    },
  });
  return element;
}

/** @param {HTMLElement} place
    @param {string} path
    @param {boolean} manages */
async function drawSessions(place, path, manages) {
  try {
    /** @type {SessionShown[]} */
    const found = await get(`${path}/sessions`);
    put(place, found.length ? html`<ul>${found.map((each) => one(each, place, path, manages))}</ul>` : html`<p class="muted">${say("accounts.sessions.none")}</p>`);
  } catch (error) {
    put(place, refusal(error));
  }
}

/** @param {SessionShown} session
    @param {HTMLElement} place
    @param {string} path
    @param {boolean} manages */
function one(session, place, path, manages) {
  const since = moment(session.created_at);
  const wrong = html`<div role="alert"></div>`;
  /** @param {any} event */
  const end = async (event) => {
    event.target.disabled = true;
    try {
      await confirmed(() => remove(`${path}/sessions/${encodeURIComponent(session.id)}`));
      await drawSessions(place, path, manages);
    } catch (error) {
      event.target.disabled = false;
      put(wrong, refusal(error));
    }
  };
  return html`<li><div><b>${agent(session.agent)}</b> ${session.current ? html`<span class="badge">${say("accounts.sessions.this")}</span>` : null}
    <small>${say("accounts.sessions.since", { since, until: moment(session.expires_at) })}</small>${wrong}</div>
    ${manages ? html`<button type="button" class="small" aria-label=${say("accounts.sessions.end.named", { since })} @click=${end}>${say("accounts.sessions.end")}</button>` : null}</li>`;
}

/** A browser names itself at great length: its first and last words say enough.
    @param {string} text */
export function agent(text) {
  if (!text) return say("accounts.agent.none");
  const system = /\(([^;)]+)/.exec(text)?.[1] ?? "";
  const program = /(Firefox|Edg|Chrome|Safari)\/\d+/.exec(text)?.[0] ?? text.slice(0, 40);
  return system ? `${program}, ${system}` : program;
}
