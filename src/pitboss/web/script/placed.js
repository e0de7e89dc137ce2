/* Amounts inside sentences of the house, as the reader's place writes them: the house tells them in the English way. Loaded
   for readers of another language only, before anything else is there, so it imports nothing. */

const AMOUNT = /\$(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d\d))?(?!\d)/g;
/** The fields of messages that are sentences of the house. Nothing else of a message is touched. */
const SENTENCES = new Set(["said", "message", "allowed", "pays", "words", "says", "needs", "moment", "follows", "notices", "before",
  "after", "consequence", "outcome", "brief", "why", "lead"]);

/** What writes a message so, given how an amount is written (format.js).
    @param {(cents: number, how: { always: boolean }) => string} money */
export function placer(money) {
  /** @type {(text: string) => string} */
  const amounts = (text) => text.replace(AMOUNT, (_, whole, cents) =>
    money(100 * Number(whole.replaceAll(",", "")) + Number(cents ?? 0), { always: Boolean(cents) }));
  /** @type {(told: any, spoken?: boolean) => any} */
  const placed = (told, spoken = false) => {
    if (typeof told === "string") return spoken ? amounts(told) : told;
    if (Array.isArray(told)) return told.map((each) => placed(each, spoken));
    if (!told || typeof told !== "object") return told;
    return Object.fromEntries(Object.entries(told).map(([key, each]) => [key, placed(each, SENTENCES.has(key))]));
  };
  return placed;
}
