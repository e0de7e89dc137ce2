/* Which task a page is about, as its address says it. */

/** @import { TaskName } from "../../types.d.ts" */
/** What is practised: what is named here and nothing else, for dealers or for players; with nothing named, whatever is
    needed most.
    @typedef {{ game: string, drill: string, topic: string, audience: string }} Scope */

/** @type {("game" | "drill" | "topic")[]} */
const PARTS = ["game", "drill", "topic"];
const AUDIENCES = ["dealers", "players"];
const WHOLE = /^\d{1,16}$/;

/** The address of the exercises of this scope.
    @param {Partial<Scope>} scope */
export const practise = (scope = {}) => address(scope, { for: scope.audience || undefined });

/** For whom an address asks for exercises; nothing where it does not say.
    @param {string} search */
export function audienceOf(search) {
  const found = new URLSearchParams(search).get("for") ?? "";
  return AUDIENCES.includes(found) ? found : "";
}

/** The address of one task, which keeps what is practised.
    @param {Scope} scope
    @param {TaskName} name */
export function taskAddress(scope, name) {
  const narrow = PARTS.filter((part) => scope[part]);
  return address(name, {
    seed: name.seed, place: name.place || undefined, of: narrow.length === 3 ? undefined : (narrow.at(-1) ?? "all"),
    for: scope.audience || undefined,
  });
}

/** @param {Partial<Scope>} parts
    @param {Record<string, unknown>} more */
function address(parts, more) {
  const asked = new URLSearchParams();
  for (const part of PARTS) if (parts[part]) asked.set(part, String(parts[part]));
  for (const [key, value] of Object.entries(more)) if (value !== undefined) asked.set(key, String(value));
  return `/school/practise${asked.size ? `?${asked}` : ""}`;
}

/** What an address asks for: what is practised, and the task that is named, if one is.
    @param {string} search
    @returns {{ scope: Scope, name: TaskName | null }} */
export function asked(search) {
  const found = new URLSearchParams(search);
  const [seed, place, of] = [found.get("seed") ?? "", found.get("place") ?? "", found.get("of") ?? ""];
  const named = WHOLE.test(seed);
  const last = named && of ? PARTS.findIndex((part) => part === of) : PARTS.length - 1;
  const [game, drill, topic] = PARTS.map((part) => found.get(part) ?? "");
  const scope = { game: last < 0 ? "" : game, drill: last < 1 ? "" : drill, topic: last < 2 ? "" : topic, audience: audienceOf(search) };
  const name = { game, drill, topic, seed: Number(seed), place: WHOLE.test(place) ? Number(place) : 0 };
  return { scope, name: named ? name : null };
}

/** What the house is asked for.
    @param {Partial<TaskName> & { audience?: string }} which */
export function question(which) {
  const asked = new URLSearchParams();
  for (const [key, value] of Object.entries(which)) if (value || key === "seed") asked.set(key, String(value));
  return `/api/v1/school/task${asked.size ? `?${asked}` : ""}`;
}
