/* The socket of a table. It comes back by itself, hears what it missed (`after`), and sends every act that was not
   answered again under its own id, so that nothing is lost and nothing is done twice.

   Events: "hello" and "change" (detail: the message), "meters", "refused" (an act nobody waits for), "slow" (detail:
   whether an answer is long in coming), "state" (detail:
   connecting | open | waiting | ended, with `seconds` until the next attempt or the reason). */

import { get, newId, Refused } from "./api.js";
import { language } from "./language.js";
import { read, say } from "./text.js";

/** @import { Refusal } from "../shapes.d.ts" */
/** @import { Accepted, Message, NotDone, Recalled, Said } from "../types.d.ts" */

/** After so long without a word the line is tried; an act waits less long for its answer. A line that says nothing when
    it is tried is lost: all of it well within the time one has for a decision. */
const PING = 10_000;
const ANSWER = 3_000;
const SILENCE = 6_000;
const LONGEST = 8_000;
const FINAL = new Set(["table_closed", "set_aside"]);

export class TableSocket extends EventTarget {
  /** @type {number | string} */
  #table;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {number | null} */
  #seq = null;
  /** @type {Map<string, { text: string, kept: (told: any) => void, broken: (error: Refused) => void }>} */
  #waiting = new Map();
  #attempts = 0;
  #timer = 0;
  #pinger = 0;
  #tried = false;
  #patience = 0;
  #over = false;
  state = "connecting";

  /** @param {number | string} table */
  constructor(table) {
    super();
    this.#table = table;
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#silent);
    document.addEventListener("visibilitychange", this.#hurry);
  }

  connect() {
    clearTimeout(this.#timer);
    this.#over = false;
    this.#tell("connecting");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const asked = new URLSearchParams({ ...(this.#seq !== null && { after: String(this.#seq) }), ...(language !== "en" && { language }) });
    const query = asked.size ? `?${asked}` : "";
    const socket = new WebSocket(`${scheme}//${location.host}/api/v1/tables/${this.#table}${query}`);
    this.#socket = socket;
    this.#pinger = setTimeout(this.#silent, PING);
    let greeted = false;
    /** @type {Refusal | null} */
    let reason = null;
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      const message = read(JSON.parse(data));
      if (message.type === "hello") greeted = true;
      if (message.type === "bye") reason = message;
      this.#heard(message);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost(greeted, reason);
    };
  }

  /** Leaves and comes again: after signing in, or as somebody else. */
  again() {
    this.#drop();
    this.#attempts = 0;
    this.connect();
  }

  end() {
    this.#over = true;
    this.#drop();
    clearTimeout(this.#timer);
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#silent);
    document.removeEventListener("visibilitychange", this.#hurry);
  }

  /** Does an act; the promise is kept when the house has it in its books, and broken with Refused.
      @param {NonNullable<Said["do"]>} action
      @param {string} [as]
      @returns {Promise<Accepted>} */
  act(action, as) {
    return this.#send(as ? { do: action, as } : { do: action });
  }

  /** @param {number} seat
      @returns {Promise<Accepted>} */
  ready(seat) {
    return this.#send({ ready: { seat } });
  }

  /** @param {number} deck
      @param {string} seed
      @returns {Promise<Accepted>} */
  seed(deck, seed) {
    return this.#send({ seed: { deck, seed } });
  }

  /** How quickly the reader wants to be dealt to where he plays alone.
      @param {"slow" | "usual" | "quick"} speed
      @returns {Promise<Accepted>} */
  speed(speed) {
    return this.#send({ speed });
  }

  /** What was told of the round of this row, up to it: { told }.
      @param {number} until
      @returns {Promise<Recalled>} */
  recall(until) {
    return this.#send({ recall: { until } });
  }

  /** @param {Omit<Said, "id">} said
      @returns {Promise<any>} */
  #send(said) {
    const id = newId();
    /** @type {Said} */
    const message = { id, ...said };
    const text = JSON.stringify(message);
    return new Promise((kept, broken) => {
      this.#waiting.set(id, { text, kept, broken });
      this.#write(text);
      this.#patience ||= setTimeout(() => this.#slow(), ANSWER);
    });
  }

  /** @param {string} text */
  #write(text) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  /** @param {Message} message */
  #heard(message) {
    clearTimeout(this.#pinger);
    this.#tried = false;
    this.#pinger = setTimeout(() => this.#ping(), PING);
    switch (message.type) {
      case "hello":
        this.#seq = message.seq;
        this.#attempts = 0;
        this.dispatchEvent(new CustomEvent("hello", { detail: message }));
        this.#tell("open");
        for (const { text } of this.#waiting.values()) this.#write(text);
        break;
      case "change":
        this.#seq = message.seq;
        this.dispatchEvent(new CustomEvent("change", { detail: message }));
        break;
      case "meters":
        this.dispatchEvent(new CustomEvent("meters", { detail: message.meters }));
        break;
      case "done":
      case "recalled":
        this.#take(message.id)?.kept(message);
        break;
      case "refused":
        this.#refused(message);
        break;
    }
  }

  /** @param {NotDone} message */
  #refused(message) {
    const asked = this.#take(message.id ?? "");
    if (asked) {
      asked.broken(new Refused(message));
    } else if (message.code === "rate") {
      // Which act was meant is not said: all that wait are sent once more, a little later. None is done twice.
      setTimeout(() => this.#waiting.forEach(({ text }) => this.#write(text)), 1_000);
    } else {
      this.dispatchEvent(new CustomEvent("refused", { detail: new Refused(message) }));
    }
  }

  /** @param {string} id */
  #take(id) {
    const found = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!this.#waiting.size) this.#answered();
    return found;
  }

  /** An act has no answer yet: that is said, and the line is tried until there is one. */
  #slow() {
    if (this.state === "open") this.dispatchEvent(new CustomEvent("slow", { detail: true }));
    if (this.state === "open" && !this.#tried) this.#ping();
    this.#patience = setTimeout(() => this.#slow(), ANSWER);
  }

  #answered() {
    clearTimeout(this.#patience);
    this.#patience = 0;
    this.dispatchEvent(new CustomEvent("slow", { detail: false }));
  }

  #ping() {
    clearTimeout(this.#pinger);
    this.#tried = true;
    /** @type {Said} */
    const message = { id: newId(), ping: true };
    this.#write(JSON.stringify(message));
    this.#pinger = setTimeout(this.#silent, SILENCE);
  }

  #silent = () => {
    if (!this.#socket) return; // it is known already
    this.#drop();
    this.#lost(true, null);
  };

  #drop() {
    clearTimeout(this.#pinger);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** @param {boolean} greeted
      @param {Refusal | null} reason */
  async #lost(greeted, reason) {
    clearTimeout(this.#pinger);
    this.#socket = null;
    if (this.#over) return;
    if (reason && FINAL.has(reason.code)) return this.#ended(reason);
    if (reason?.code === "not_logged_in") this.dispatchEvent(new CustomEvent("signed-out", { detail: reason }));
    if (!greeted) {
      // The browser does not say why a socket was not opened; the same address over HTTP does, unless it hangs.
      const asked = new AbortController();
      const patience = setTimeout(() => asked.abort(), SILENCE);
      const why = await get(`/api/v1/tables/${this.#table}`, { signal: asked.signal }).then(() => null, (error) => error);
      clearTimeout(patience);
      if (this.#over || this.#socket) return;
      if (why?.status === 404) return this.#ended(why);
    }
    this.#attempts += 1;
    const pause = Math.min(LONGEST, 250 * 2 ** this.#attempts) * (0.75 + Math.random() / 2);
    this.#timer = setTimeout(() => this.connect(), pause);
    this.#tell("waiting", { seconds: Math.ceil(pause / 1000) });
  }

  /** @param {{ code: string, message: string }} why */
  #ended({ code, message }) {
    this.#over = true;
    const told = new Refused({ code, message });
    for (const { broken } of this.#waiting.values()) broken(told);
    this.#waiting.clear();
    this.#answered();
    this.#tell("ended", { code, message: message ?? say("error.ended") });
  }

  #hurry = () => {
    if (this.state === "waiting" && document.visibilityState === "visible") this.connect();
  };

  /** @param {string} state */
  #tell(state, more = {}) {
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: { state, ...more } }));
  }
}
