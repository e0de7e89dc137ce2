/* Where somebody goes who has signed in. */

/** @import { Me } from "../../types.d.ts" */

/** The page that the address of the door asks for: one of this house, never another address, and not the door again.
    @param {string} search
    @param {string} origin
    @param {Me | null} who
    @returns {string} */
export function afterwards(search, origin, who) {
  const wanted = new URLSearchParams(search).get("then") ?? "";
  try {
    const found = new URL(wanted, origin);
    // A path that begins with two strokes would be read as the name of another house.
    const here = wanted.startsWith("/") && found.origin === origin && !found.pathname.startsWith("//");
    if (here && found.pathname !== "/sign-in") return found.pathname + found.search;
  } catch {
    // not an address at all
  }
  return who?.home ?? "/";
}
