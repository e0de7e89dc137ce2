/* The first manager's account, with the link that the house printed. The part after the # never leaves the browser but
   in the body of the one request, so that no log can keep it. */

import { post } from "./api.js";
import { announce } from "./announce.js";
import { field, focusWrong } from "./door/field.js";
import { find, html, put } from "./dom.js";
import { shell, title } from "./shell.js";
import { say } from "./text.js";
import "./text/door.js";
import { refusal } from "./text/refusal.js";

const [SHORTEST, LONGEST] = [10, 256];
const page = find("#page");

shell("setup");
title(say("setup.title"));

const folded = (text) => text.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ");

function form(token) {
  const name = field({
    name: "handle", label: say("door.name"), autocomplete: "username", hint: say("setup.name.hint"), maxlength: 24,
  });
  const password = field({ name: "password", label: say("door.password"), type: "password", autocomplete: "new-password" });
  const again = field({ name: "again", label: say("setup.again"), type: "password", autocomplete: "new-password" });
  const go = html`<button type="submit" class="primary">${say("setup.go")}</button>`;
  const said = html`<p class="field-said bad" role="alert"></p>`;

  // What the house asks of a password, shown while it is typed; the house decides.
  const rules = {
    length: () => length() >= SHORTEST && length() <= LONGEST,
    name: () => length() > 0 && folded(password.input.value) !== folded(name.input.value),
    same: () => length() > 0 && password.input.value === again.input.value,
  };
  const length = () => Array.from(password.input.value).length;
  const lines = Object.keys(rules).map((key) => html`<li data-rule=${key}>${say(`setup.rule.${key}`)}<span></span></li>`);
  const look = () => {
    for (const line of lines) {
      const met = rules[line.dataset.rule]();
      line.className = met ? "met" : "";
      line.lastElementChild.textContent = met ? ` ✓ ${say("setup.rule.met")}` : "";
    }
  };

  const check = () => {
    name.wrong(name.input.value.trim() ? "" : say("door.name.missing"));
    password.wrong(
      !rules.length() ? say("setup.wrong.length", { n: length() }) : !rules.name() ? say("setup.wrong.name") : "",
    );
    again.wrong(rules.same() ? "" : say("setup.wrong.same"));
    return name.input.value.trim() && Object.values(rules).every((met) => met());
  };

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

  return html`<form novalidate @submit=${submit} @input=${look}>${name}${password}${again}
    <p class="hint" id="rules">${say("setup.rules")}</p><ul class="rules" aria-labelledby="rules">${lines}</ul>
    ${go}${said}</form>`;
}

const token = decodeURIComponent(location.hash.slice(1));
put(
  page,
  html`<div class="door panel"><h1>${say("setup.title")}</h1>
    ${token
      ? html`<p class="muted">${say("setup.lead")}</p>${form(token)}`
      : html`<p class="note bad">${say("setup.no_token")}</p><p class="muted">${say("setup.no_token.hint")}</p>`}</div>`,
);
find("input", page)?.focus();
