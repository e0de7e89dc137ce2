/* The first manager's account, with the link that the house printed. The part after the # never leaves the browser but
   in the body of the one request, so that no log can keep it. */

import { post } from "./api.js";
import { announce } from "./announce.js";
import { accountRules } from "./door/account-rules.js";
import { field, focusWrong } from "./door/field.js";
import { passwordRules } from "./door/rules.js";
import { find, html, put } from "./dom.js";
import { shell, title } from "./shell.js";
import { say } from "./text.js";
import "./text/door.js";
import { refusal } from "./text/refusal.js";

const page = find("#page");

shell("setup");
title(say("setup.title"));

/** @param {string} token
    @param {any} known */
function form(token, known) {
  const name = field({
    name: "handle", label: say("door.name"), autocomplete: "username", maxlength: 96,
    hint: known ? say("setup.name.hint", { allowed: known.name }) : "",
  });
  const password = field({ name: "password", label: say("door.password"), type: "password", autocomplete: "new-password", maxlength: 1024 });
  const again = field({ name: "again", label: say("setup.again"), type: "password", autocomplete: "new-password", maxlength: 1024 });
  const go = html`<button type="submit" class="primary">${say("setup.go")}</button>`;
  const said = html`<p class="field-said bad" role="alert"></p>`;

  const rules = passwordRules(known, password, again, () => name.input.value);

  const check = () => {
    name.wrong(name.input.value.trim() ? "" : say("door.name.missing"));
    const missing = rules.missing();
    password.wrong(missing && missing.key !== "same" ? missing.sentence : "");
    again.wrong(missing?.key === "same" ? missing.sentence : "");
    return name.input.value.trim() && !missing;
  };

  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    put(said);
    if (!check()) return focusWrong([name, password, again]);
    go.disabled = true;
    try {
      await post("/api/v1/setup", { token, handle: name.input.value.trim(), password: password.input.value });
      announce(say("setup.done"));
      location.replace("/");
    } catch (error) {
      go.disabled = false;
      const words = refusal(error);
      if (error.code.startsWith("handle")) name.wrong(words);
      else if (error.code === "password") password.wrong(words);
      else put(said, words);
      focusWrong([name, password]);
    }
    return undefined;
  };

  return html`<form novalidate @submit=${submit} @input=${() => rules.look()}>${name}${password}${again}${rules}${go}${said}</form>`;
}

/** The part after the #, as it was printed; a link that was cut in the middle of a character is none. */
function given() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}

async function main() {
  const token = given();
  const inside = token
    ? html`<p class="muted">${say("setup.lead")}</p>${form(token, await accountRules())}`
    : html`<p class="note bad">${say("setup.no_token")}</p><p class="muted">${say("setup.no_token.hint")}</p>`;
  put(page, html`<div class="door panel"><h1>${say("setup.title")}</h1>${inside}</div>`);
  find("input", page)?.focus();
}

main();
