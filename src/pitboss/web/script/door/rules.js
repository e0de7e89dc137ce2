/* What the house asks of a new password, in its own figures, shown while it is typed. The house decides. */

import { html } from "../dom.js";
import { say } from "../text.js";

/** As good as the same: whether two names are one only the house knows. */
const plain = (text) => text.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ");

/** A list of what a password must be, each line marked when it is met. `look()` looks again, `missing()` gives the first
    sentence that does not hold. `name()` is the name that the password may not be. */
export function passwordRules(known, password, again, name) {
  const letters = () => Array.from(password.input.value);
  const { password_shortest: shortest, password_longest: longest, password_varied: varied } = known ?? {};
  const rules = [
    known && ["length", { shortest, longest }, () => letters().length >= shortest && letters().length <= longest],
    known && ["varied", { varied }, () => new Set(letters()).size >= varied],
    ["name", {}, () => letters().length > 0 && name().trim() !== "" && plain(password.input.value) !== plain(name())],
    ["same", {}, () => letters().length > 0 && password.input.value === again.input.value],
  ].filter(Boolean);
  const lines = rules.map(([key, values]) => html`<li data-rule=${key}>${say(`setup.rule.${key}`, values)}<span></span></li>`);
  const element = html`<div><p class="hint" id="rules">${say("setup.rules")}</p><ul class="rules" aria-labelledby="rules">${lines}</ul></div>`;
  element.look = () =>
    rules.forEach(([, , holds], place) => {
      const met = holds();
      lines[place].className = met ? "met" : "";
      lines[place].lastElementChild.textContent = met ? ` ✓ ${say("setup.rule.met")}` : "";
    });
  element.missing = () => {
    const [key, values] = rules.find(([rule, , holds]) => !holds() && (rule !== "name" || name().trim())) ?? [];
    return key ? { key, sentence: say(`setup.wrong.${key}`, { ...values, n: letters().length }) } : null;
  };
  return element;
}
