/* A payment as the sign at a table states it. The numbers are the house's; only their words are here. */

import { money, number } from "../format.js";
import { add, say } from "../text.js";

add({
  "pays.lose": "loses",
  "pays.half": "half is lost",
  "pays.push": "push",
  "pays.returned": "goes back",
  "pays.to": "{pays} to {per}",
  "pays.for": "{pays} for 1",
  "pays.meter": "{percent}% of the {meter} meter",
});

/** "3 to 1", "50 for 1", "$25", "100% of the Grand meter".
    @param {{ type: string, pays?: number, per?: number, cents?: any, percent?: number, meter?: string }} pay */
export function pays(pay) {
  if (pay.type === "dollars") return money(pay.cents);
  return say(`pays.${pay.type}`, { ...pay, pays: number(pay.pays ?? 0), per: number(pay.per ?? 1) });
}
