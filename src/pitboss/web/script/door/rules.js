/* What the house asks of a new password, shown while it is typed. */

import { html } from "../dom.js";
import { say } from "../text.js";
import { rulesOf, unmet } from "./password.js";

/** A list of what a password must be, each line marked when it is met. `look()` looks again, `missing()` gives the first
    sentence that does not hold. `name()` is the name that the password may not be.
    @param {any} known
    @param {{ input: HTMLInputElement }} password
    @param {{ input: HTMLInputElement }} again
    @param {() => string} name */
export function passwordRules(known, password, again, name) {
  const typed = () => ({ password: password.input.value, again: again.input.value, name: name() });
  const rules = rulesOf(known);
  const lines = rules.map(([key, values]) => html`<li data-rule=${key}>${say(`setup.rule.${key}`, values)}<span></span></li>`);
  const element = html`<div><p class="hint" id="rules">${say("setup.rules")}</p><ul class="rules" aria-labelledby="rules">${lines}</ul></div>`;
  element.look = () =>
    rules.forEach(([, , holds], place) => {
      const met = holds(typed());
      lines[place].className = met ? "met" : "";
      lines[place].lastElementChild.textContent = met ? ` ✓ ${say("setup.rule.met")}` : "";
    });
  element.missing = () => {
    const [key, values] = unmet(rules, typed()) ?? [];
    return key ? { key, sentence: say(`setup.wrong.${key}`, { ...values, n: Array.from(password.input.value).length }) } : null;
  };
  return element;
}
