/* In which language this page speaks: the reader's choice, or the first language of his browser that we have. English
   is always there; the words of another come in files of their own, and only to those who want them. */

/** Each by its name in itself. To add one: docs/languages.md.
    @type {Record<string, string>} */
export const LANGUAGES = { en: "English", es: "Español" };
/** How numbers and dates are written for a reader whose browser names no place of that language.
    @type {Record<string, string>} */
const PLACES = { es: "es-US" };
/** @type {Record<string, () => Promise<{ texts: Record<string, string | Record<string, string>> }>>} */
const WORDS = { es: () => import("./text/es.js") };
/** @type {typeof WORDS} */
const STAFF = { es: () => import("./text/es-work.js") };
/** @type {typeof WORDS} */
const SCHOOL = { es: () => import("./text/es-study.js") };
const AT_WORK = /^\/(staff|audit|hold|review|accounts|processes)\b/;
const AT_SCHOOL = /^\/school\b/;

/** @type {(tag: string) => string} */
const base = (tag) => tag.toLowerCase().split("-")[0];

/** The language for whoever has chosen this one ("auto": none), and whose browser names these.
    @param {unknown} wanted
    @param {readonly string[]} browser */
export function choose(wanted, browser) {
  return [String(wanted), ...browser.map(base)].find((each) => Object.hasOwn(LANGUAGES, each)) ?? "en";
}

/** The places whose way of writing goes with the sentences of this language.
    @type {(language: string, browser: readonly string[]) => readonly string[]} */
export function places(language, browser) {
  const own = browser.filter((each) => base(each) === language);
  return own.length ? own : [PLACES[language] ?? language];
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem("pitboss") ?? "{}").language;
  } catch {
    return "auto"; // a browser that keeps nothing
  }
}

const browser = navigator.languages ?? [];
export const language = choose(kept(), browser);
export const locale = places(language, browser);

/** The words of the language, where it is not English; without them the page speaks English.
    @returns {Promise<Record<string, string | Record<string, string>>>} */
export async function words() {
  const work = AT_WORK.test(location.pathname) ? [STAFF[language]] : [];
  const school = AT_SCHOOL.test(location.pathname) ? [SCHOOL[language]] : [];
  const found = await Promise.all([WORDS[language], ...work, ...school].map((load) => load?.().catch(() => null)));
  return Object.assign({}, ...found.map((each) => each?.texts));
}
