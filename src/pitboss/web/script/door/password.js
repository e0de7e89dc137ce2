/* What the house asks of a new password, in its own figures. The house decides. */

/** As good as the same: whether two names are one only the house knows.
    @type {(text: string) => string} */
const plain = (text) => text.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ");

/** What stands in the fields. @typedef {{ password: string, again: string, name: string }} Typed */

/** A rule: its key, its figures, and whether it is met.
    @typedef {[string, Record<string, number>, (typed: Typed) => boolean]} Rule */

/** What a password must be, as far as the house has said; `known` has its figures.
    @param {{ password_shortest: number, password_longest: number, password_varied: number } | null} known
    @returns {Rule[]} */
export function rulesOf(known) {
  /** @type {Rule[]} */
  const rules = [
    ["name", {}, ({ password, name }) => password.length > 0 && name.trim() !== "" && plain(password) !== plain(name)],
    ["same", {}, ({ password, again }) => password.length > 0 && password === again],
  ];
  if (!known) return rules;
  const { password_shortest: shortest, password_longest: longest, password_varied: varied } = known;
  /** @type {(typed: Typed) => string[]} */
  const letters = ({ password }) => Array.from(password);
  return [
    ["length", { shortest, longest }, (typed) => letters(typed).length >= shortest && letters(typed).length <= longest],
    ["varied", { varied }, (typed) => new Set(letters(typed)).size >= varied],
    ...rules,
  ];
}

/** The first rule that is not met; that of a name which is not written yet is not counted.
    @param {Rule[]} rules
    @param {Typed} typed */
export const unmet = (rules, typed) => rules.find(([rule, , holds]) => !holds(typed) && (rule !== "name" || typed.name.trim()));
