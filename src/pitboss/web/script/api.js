/* Talking to the house over HTTP. What it refuses is thrown as Refused, with its sentence and its clause. */

import { language } from "./language.js";
import { nameCards, read, say } from "./text.js";

/** @import { Refusal } from "../shapes.d.ts" */
/** @import { Me } from "../types.d.ts" */

/** What the house would not do and why. */
export class Refused extends Error {
  /** @param {Refusal} told
      @param {number} status */
  constructor({ code, message, clause = "", given = "", allowed = "" }, status = 0) {
    super(message);
    this.name = "Refused";
    this.code = code;
    this.clause = clause;
    this.given = given;
    this.allowed = allowed;
    this.status = status;
  }
}

/** A new id: the house does an act once, however often it hears of it. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} method
    @param {string} path
    @param {unknown} [body]
    @param {AbortSignal} [signal]
    @returns {Promise<any>} */
async function ask(method, path, body, signal) {
  /** @type {RequestInit & { headers: Record<string, string> }} */
  const wanted = { method, credentials: "same-origin", headers: { accept: "application/json", "accept-language": language }, signal };
  if (body !== undefined) {
    wanted.headers["content-type"] = "application/json";
    wanted.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(path, wanted);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused({ code: "offline", message: say("error.offline") });
  }
  if (answer.status === 204) return null;
  const kind = answer.headers.get("content-type") ?? "";
  const told = kind.includes("json") ? read(await answer.json().catch(() => null)) : await answer.text();
  if (answer.ok) return told;
  if (told && typeof told === "object" && told.code) throw new Refused(told, answer.status);
  throw new Refused({ code: "unknown", message: say("error.unknown", { status: answer.status }) }, answer.status);
}

/** @type {(path: string, more?: { signal?: AbortSignal }) => Promise<any>} */
export const get = (path, { signal } = {}) => ask("GET", path, undefined, signal);
/** @type {(path: string, body?: unknown, more?: { signal?: AbortSignal }) => Promise<any>} */
export const post = (path, body = {}, { signal } = {}) => ask("POST", path, body, signal);
/** @type {(path: string, body: unknown) => Promise<any>} */
export const patch = (path, body) => ask("PATCH", path, body);
/** @type {(path: string) => Promise<any>} */
export const remove = (path) => ask("DELETE", path);

/** @type {Promise<Me | null> | null} */
let known = null;

/** Who is signed in here; null for nobody. Asked once.
    @returns {Promise<Me | null>} */
export function me({ again = false } = {}) {
  if (again) known = null;
  known ??= get("/api/v1/who").then(
    (told) => told.me,
    (error) => {
      known = null;
      throw error;
    },
  );
  return known;
}

/** Whether this person's roles permit an operation of the house; a stranger's permit none.
    @type {(who: Pick<Me, "may"> | null, operation: string) => boolean} */
export const may = (who, operation) => Boolean(who?.may.includes(operation));

/** Makes a guest of a stranger: the session comes as a cookie.
    @param {string} [name] */
export async function beGuest(name) {
  const entered = await post("/api/v1/guest", name ? { name } : {});
  known = null;
  return entered;
}

/** @type {Map<string, Promise<any>>} */
const games = new Map();

/** The plain words of a game: its wagers, steps, choices, hands; under the terms of a table where one is given, and
    only some parts of them where they are named.
    @param {string} id
    @param {any} table a number, or nothing
    @param {string} only
    @returns {Promise<any>} */
export function game(id, table = 0, only = "") {
  const asked = new URLSearchParams({ ...(table && { table }), ...(only && { only }) });
  const path = `/api/v1/games/${encodeURIComponent(id)}${asked.size ? `?${asked}` : ""}`;
  let found = games.get(path);
  if (!found) {
    found = get(path).then((told) => (nameCards(told.own_cards), told));
    found.catch(() => games.delete(path));
    games.set(path, found);
  }
  return found;
}
