/* Changing one's own password: whoever was given a first one makes it his own. */

import { newId, post } from "../api.js";
import { announce } from "../announce.js";
import { html, put } from "../dom.js";
import { say } from "../text.js";
import { refusal } from "../text/refusal.js";
import { accountRules } from "./account-rules.js";
import { field, focusWrong } from "./field.js";
import { passwordRules } from "./rules.js";

/** @param {string} handle */
export async function ownPassword(handle) {
  const old = field({ name: "old", label: say("own.old"), type: "password", autocomplete: "current-password", maxlength: 1024 });
  const password = field({ name: "new", label: say("own.new"), type: "password", autocomplete: "new-password", maxlength: 1024 });
  const again = field({ name: "again", label: say("setup.again"), type: "password", autocomplete: "new-password", maxlength: 1024 });
  const rules = passwordRules(await accountRules(), password, again, () => handle);
  const go = html`<button type="submit">${say("own.go")}</button>`;
  const said = html`<p class="field-said" role="status"></p>`;
  /** @param {any} event */
  const submit = async (event) => {
    event.preventDefault();
    put(said);
    old.wrong(old.input.value ? "" : say("door.password.missing"));
    const missing = rules.missing();
    if (missing) (missing.key === "same" ? again : password).wrong(missing.sentence);
    if (missing || !old.input.value) return focusWrong([old, password, again]);
    go.disabled = true;
    try {
      await post("/api/v1/password", { id: newId(), old: old.input.value, new: password.input.value });
      event.target.reset();
      rules.look();
      put(said, say("own.done"));
      announce(say("own.done"));
    } catch (error) {
      (error.code === "password" ? password : old).wrong(refusal(error));
      focusWrong([old, password]);
    }
    go.disabled = false;
    return undefined;
  };
  return html`<details class="own-password"><summary>${say("own.title")}</summary>
    <form novalidate @submit=${submit} @input=${() => rules.look()}>
    <input class="unseen" name="username" autocomplete="username" value=${handle} tabindex="-1" aria-hidden="true" readonly>
    ${old}${password}${again}${rules}${go}${said}</form></details>`;
}
