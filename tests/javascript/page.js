/* What a browser gives to scripts and Deno does not, as far as the tests need it: set up before a module is loaded. */

/** What `localStorage` keeps. */
export const kept = new Map();

/** What the reader's machine says of movement; `still.change(true)` is the switch in its settings. */
export const still = Object.assign(new EventTarget(), {
  matches: false,
  change(matches) {
    still.matches = matches;
    still.dispatchEvent(new Event("change"));
  },
});

export const document = Object.assign(new EventTarget(), {
  hidden: false,
  visibilityState: "visible",
  documentElement: { dataset: {} },
});

export const location = { protocol: "http:", host: "house.test", pathname: "/tables/1", search: "", hash: "" };

export const storage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, String(value)),
};

/** What the page hears of: the reader is online again, another window has changed something. */
const heard = new EventTarget();

/** Tells the page of an event of the window. */
export const happens = (name, more = {}) => heard.dispatchEvent(Object.assign(new Event(name), more));

function give(name, value) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

give("document", document);
give("location", location);
give("localStorage", storage);
give("matchMedia", () => still);
give("addEventListener", heard.addEventListener.bind(heard));
give("removeEventListener", heard.removeEventListener.bind(heard));
