/* A field with its label and, when something is wrong, the sentence about it right below. */

import { html, put } from "../dom.js";
import { say } from "../text.js";

/** The field as an element; `field.input` is the input, `field.wrong(sentence)` says what is wrong, "" takes it back.
    @param {{ name: string, label: string, type?: string, autocomplete: string, hint?: string, maxlength?: number }} about */
export function field({ name, label, type = "text", autocomplete, hint = "", maxlength = 256 }) {
  const id = `field-${name}`;
  const said = html`<p class="field-said bad" id=${`${id}-said`} aria-live="polite"></p>`;
  const described = [hint && `${id}-hint`, `${id}-said`].filter(Boolean).join(" ");
  const input = html`<input id=${id} name=${name} type=${type} autocomplete=${autocomplete} maxlength=${maxlength}
    aria-describedby=${described} autocapitalize="none" spellcheck="false" required>`;
  const element = html`<div class="field"><label for=${id}>${label}</label>
    ${hint ? html`<p class="hint" id=${`${id}-hint`}>${hint}</p>` : null}
    ${type === "password" ? html`<div class="reveal">${input}${eye(input, label)}</div>` : input}${said}</div>`;
  element.input = input;
  /** @param {string} sentence */
  element.wrong = (sentence) => {
    put(said, sentence);
    if (sentence) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  };
  input.addEventListener("input", () => element.wrong(""));
  return element;
}

/** Shows what was typed: a long password is easier to get right when it is seen.
    @param {HTMLInputElement} input
    @param {string} label */
function eye(input, label) {
  const heard = `${say("door.show")}: ${label}`;
  const button = html`<button type="button" class="quiet" aria-pressed="false" aria-label=${heard}>${say("door.show")}</button>`;
  button.addEventListener("click", () => {
    const shown = input.type === "password";
    input.type = shown ? "text" : "password";
    button.setAttribute("aria-pressed", String(shown));
    button.textContent = say(shown ? "door.hide" : "door.show");
  });
  return button;
}

/** The first field that has something wrong gets the keys.
    @param {{ input: HTMLInputElement }[]} fields */
export function focusWrong(fields) {
  fields.find((each) => each.input.hasAttribute("aria-invalid"))?.input.focus();
}
