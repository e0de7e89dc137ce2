/* What this reader prefers, kept in this browser. Shown on <html> as data attributes, so that style sheets follow:
   data-theme (dark | light), data-deck (four), data-motion (full | quick | none).
   Loaded render-blocking, so that no page flashes in the wrong light. */

const KEY = "pitboss";
const FIRST = { theme: "auto", deck: "two", coach: "before", motion: "auto", language: "auto", result: "moment", view: "own",
  sound: false, volume: 60, speed: "usual", flow: true };
/** When the coach spoke, as it was kept when that was yes or no.
    @type {Record<string, string>} */
const COACH = { true: "before", false: "never" };
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {Set<(kept: Record<string, any>) => void>} */
const listeners = new Set();

let kept = read();

/** @returns {Record<string, any>} */
function read() {
  try {
    const found = { ...FIRST, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
    return { ...found, coach: COACH[String(found.coach)] ?? found.coach };
  } catch {
    return { ...FIRST }; // a browser that keeps nothing
  }
}

/** @type {(name: string) => any} */
export const pref = (name) => kept[name];

/** @param {string} name
    @param {unknown} value */
export function prefer(name, value) {
  kept = { ...kept, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // it holds until the page is left
  }
  apply();
}

/** Calls when something was changed, also in another window.
    @param {(kept: Record<string, any>) => void} listener */
export function onPrefs(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How much may move: full, quick or none.
    @returns {"full" | "quick" | "none"} */
export function motion() {
  if (kept.motion !== "auto") return kept.motion;
  return still.matches ? "none" : "full";
}

/** How much longer everything takes for who plays alone and has chosen how quickly he is dealt to. The dealer waits in the
    same measure (house/live/dealer.py).
    @type {Record<string, number>} */
const SPEEDS = { slow: 1.6, usual: 1, quick: 0.4 };
let alone = false;

/** Says whether the reader plays alone, so that the table goes as he likes.
    @param {boolean} now */
export const playsAlone = (now) => {
  alone = now;
};

/** How long a movement takes, given its usual milliseconds.
    @param {number} ms */
export function pace(ms) {
  const usual = { full: ms, quick: ms * 0.4, none: 0 }[motion()];
  return alone ? usual * (SPEEDS[kept.speed] ?? 1) : usual;
}

function apply() {
  const root = document.documentElement.dataset;
  if (kept.theme === "auto") delete root.theme;
  else root.theme = kept.theme;
  root.deck = kept.deck;
  root.motion = motion();
  for (const listener of listeners) listener(kept);
}

addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  kept = read();
  apply();
});
still.addEventListener("change", apply);
apply();
