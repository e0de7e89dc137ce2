/* Signing in: what is wrong is said at its field. Afterwards the reader is where he came from. */

import { beGuest, post } from "./api.js";
import { afterwards } from "./door/afterwards.js";
import { field, focusWrong } from "./door/field.js";
import { find, html, put } from "./dom.js";
import { shell, title } from "./shell.js";
import { say } from "./text.js";
import "./text/door.js";
import { refusal } from "./text/refusal.js";

/** @import { Me } from "../types.d.ts" */

const top = shell("sign-in");
const page = find("#page");

title(say("door.title"));

/** @param {Me | null} [who] */
const then = (who = null) => afterwards(location.search, location.origin, who);

const name = field({ name: "handle", label: say("door.name"), autocomplete: "username", maxlength: 96 });
const password = field({
  name: "password", label: say("door.password"), type: "password", autocomplete: "current-password", maxlength: 1024,
});
const go = html`<button type="submit" class="primary">${say("door.go")}</button>`;

/** @param {Event} event */
async function submit(event) {
  event.preventDefault();
  name.wrong(name.input.value.trim() ? "" : say("door.name.missing"));
  password.wrong(password.input.value ? "" : say("door.password.missing"));
  if (!name.input.value.trim() || !password.input.value) return focusWrong([name, password]);
  go.disabled = true;
  go.textContent = say("door.going");
  try {
    const who = await post("/api/v1/login", { handle: name.input.value.trim(), password: password.input.value });
    location.assign(then(who));
  } catch (error) {
    go.disabled = false;
    go.textContent = say("door.go");
    password.wrong(refusal(error));
    password.input.select();
  }
  return undefined;
}

/** @param {any} event */
async function asGuest(event) {
  event.target.disabled = true;
  try {
    await beGuest();
    location.assign(then());
  } catch (error) {
    event.target.disabled = false;
    event.target.after(html`<p class="field-said bad" role="alert">${refusal(error)}</p>`);
  }
}

const here = html`<div></div>`;
put(
  page,
  html`<div class="door panel"><h1>${say("door.title")}</h1><p class="muted">${say("door.lead")}</p>${here}
    <form novalidate @submit=${submit}>${name}${password}${go}</form>
    <div class="door-else" id="guest"><span>${say("door.guest")}</span>
      <button type="button" class="link" @click=${asGuest}>${say("door.guest.go")}</button></div></div>`,
);
name.input.focus();
const who = await top.who;
if (who) {
  const words = say(who.guest ? "door.already.guest" : "door.already", { name: who.handle });
  put(here, html`<p class="note">${words} <a href=${then(who)}>${say("door.on")}</a></p>`);
  find("#guest").hidden = true;
  if (!who.guest) here.append(await (await import("./door/own.js")).ownPassword(who.handle));
}
