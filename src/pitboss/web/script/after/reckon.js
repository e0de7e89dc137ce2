/* Luck and skill in figures: the running sums that the graph shows, the sessions, and what is asked of the house. The
   house has counted everything exactly; here it is only added up for a drawing. */

/** @import { RoundReckoned } from "../../types.d.ts" */

/** What the graph knows of a round. @typedef {Pick<RoundReckoned, "at" | "practice" | "state" | "net" | "expected_cents" | "luck_cents" | "deviation_cents" | "cost_cents" | "mistakes" | "decisions">} Counted */
/** The sums after a round. @typedef {{ at: number, balance: number, expected: number, played: number, low: number, high: number }} Point */
/** Rounds that belong together. @typedef {{ from: number, to: number, practice: boolean, rounds: number, counted: number, net: number, expected: number, cost: number, luck: number, mistakes: number, decisions: number }} Sitting */
/** What mistakes gave away per 100 hands in a session, in cents. @typedef {{ at: number, hands: number, rate: number }} Rate */
/** Which rounds are wanted. @typedef {{ game: string, table: string, period: string, from: string, to: string, result: string, mistakes: string }} Filters */

/** So many standard deviations to each side hold 95 of 100 results. */
export const WIDE = 1.96;
export const PAUSE = 3_600_000;
const DAY = 86_400_000;
/** @type {Filters} */
export const ALL = { game: "", table: "", period: "all", from: "", to: "", result: "", mistakes: "" };
/** @type {(keyof Filters)[]} */
const NAMES = ["game", "table", "period", "from", "to", "result", "mistakes"];
/** @type {["from", "to"]} */
const ENDS = ["from", "to"];
/** @type {["game", "table", "result"]} */
const ASKED = ["game", "table", "result"];
export const PERIODS = ["all", "session", "today", "week", "month"];

/** The sums after each round of one kind of chips, the oldest first; the first point is before all of them. A round that
    is not compared moves what is expected as much as what it brought: it tells nothing of luck.
    @param {Counted[]} rounds the newest first
    @param {boolean} practice
    @returns {Point[]} */
export function series(rounds, practice) {
  let [balance, expected, cost, variance] = [0, 0, 0, 0];
  const some = rounds.filter((round) => round.practice === practice).reverse();
  const points = [{ at: some[0]?.at ?? 0, balance: 0, expected: 0, played: 0, low: 0, high: 0 }];
  for (const round of some) {
    const compared = round.state === "ready";
    balance += round.net;
    expected += compared ? round.expected_cents : round.net;
    cost += compared ? round.cost_cents : 0;
    variance += compared ? round.deviation_cents ** 2 : 0;
    const reach = WIDE * Math.sqrt(variance);
    points.push({ at: round.at, balance, expected, played: expected - cost, low: expected - reach, high: expected + reach });
  }
  return points;
}

/** Whether what the rounds brought lies in the band, its ends included.
    @type {(point: Pick<Point, "balance" | "low" | "high">) => boolean} */
export const inside = ({ balance, low, high }) => balance >= low && balance <= high;

/** Rounds without a long pause between them, the newest session first. Practice chips are apart.
    @param {Counted[]} rounds the newest first
    @returns {Sitting[]} */
export function sessions(rounds) {
  /** @type {Sitting[]} */
  const found = [];
  for (const practice of [false, true]) {
    /** @type {Sitting | undefined} */
    let now;
    for (const round of rounds.filter((each) => each.practice === practice)) {
      if (!now || now.from - round.at > PAUSE) {
        now = { from: round.at, to: round.at, practice, rounds: 0, counted: 0, net: 0, expected: 0, cost: 0, luck: 0, mistakes: 0, decisions: 0 };
        found.push(now);
      }
      addTo(now, round);
    }
  }
  return found.sort((one, two) => two.to - one.to);
}

/** @param {Sitting} sitting
    @param {Counted} round */
function addTo(sitting, round) {
  sitting.from = Math.min(sitting.from, round.at);
  sitting.rounds += 1;
  sitting.net += round.net;
  sitting.mistakes += round.mistakes;
  sitting.decisions += round.decisions;
  if (round.state !== "ready") return;
  sitting.counted += 1;
  sitting.expected += round.expected_cents;
  sitting.cost += round.cost_cents;
  sitting.luck += round.luck_cents;
}

/** What mistakes gave away per 100 hands, session by session of one kind of chips, the oldest first. Hands that are not
    counted say nothing of it.
    @param {Pick<Sitting, "from" | "practice" | "counted" | "cost">[]} all the newest first
    @param {boolean} practice
    @returns {Rate[]} */
export function rates(all, practice) {
  const some = all.filter((each) => each.practice === practice && each.counted);
  return some.map(({ from, counted, cost }) => ({ at: from, hands: counted, rate: (100 * cost) / counted })).reverse();
}

/** From when on a period is meant, in milliseconds since 1970; 0: from the beginning.
    @param {string} period
    @param {number} now
    @param {number} session when the reader logged in */
export function since(period, now, session) {
  const today = new Date(now);
  today.setHours(0, 0, 0, 0);
  /** @type {Record<string, number>} */
  const begins = { session, today: today.getTime(), week: now - 7 * DAY, month: now - 30 * DAY };
  return begins[period] ?? 0;
}

/** The filters in an address; what it does not name is not filtered.
    @param {string} search
    @returns {Filters} */
export function wanted(search) {
  const given = new URLSearchParams(search);
  const found = { ...ALL };
  for (const name of NAMES) found[name] = given.get(name) ?? ALL[name];
  if (!PERIODS.includes(found.period)) found.period = "all";
  if (!["won", "lost"].includes(found.result)) found.result = "";
  if (!/^\d+$/.test(found.table)) found.table = "";
  for (const end of ENDS) if (!/^\d{1,15}$/.test(found[end])) found[end] = "";
  return found;
}

/** The same as an address of this page: only what is filtered is named.
    @param {Filters} filters */
export function address(filters) {
  const named = NAMES.filter((name) => filters[name] && filters[name] !== ALL[name]);
  return named.length ? `/history?${new URLSearchParams(named.map((name) => [name, filters[name]]))}` : "/history";
}

/** What is asked of the house for these filters.
    @param {Filters} filters
    @param {{ now: number, session: number, before?: string, limit: number }} more
    @param {string} [what] of one's own */
export function question(filters, { now, session, before = "", limit }, what = "reckoning") {
  const asked = new URLSearchParams({ limit: String(limit) });
  const begins = Number(filters.from) || Math.floor(since(filters.period, now, session));
  for (const name of ASKED) if (filters[name]) asked.set(name, filters[name]);
  if (begins) asked.set("since", String(begins));
  if (filters.to) asked.set("until", filters.to);
  if (before) asked.set("before", before);
  return `/api/v1/me/${what}?${asked}`;
}

/** A scale from low to high: where a value lies between 0 and `room`, and the round numbers that are marked.
    @param {number} low
    @param {number} high
    @param {number} room */
export function scale(low, high, room) {
  const reach = Math.max(high - low, 100);
  const rough = reach / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((each) => each * power >= rough) ?? 10);
  const marks = [];
  for (let value = Math.ceil(low / step) * step; value <= low + reach; value += step) marks.push(Math.round(value) + 0);
  /** @type {(value: number) => number} */
  const along = (value) => ((value - low) / reach) * room;
  return { along, marks };
}
