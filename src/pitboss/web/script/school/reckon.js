/* Where somebody stands, in figures and in an order: nothing here looks at the page. */

import { percent } from "../format.js";
import { say } from "../text.js";
import "../text/school.js";

/** @import { DrillShown, SchoolShown, TopicShown, TraineeTopic } from "../../types.d.ts" */

/** From this share of right answers on a topic counts as known. */
export const KNOWN = 0.8;
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/** Minutes and seconds, "1:05".
    @param {number} ms */
export function duration(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {number} share */
export const percentOf = (share) => percent(share, 0);

/** How a topic stands: `due` has come back, `weak` is often wrong, `known`, or `new`.
    @param {TopicShown} topic
    @param {number} now the clock of the house */
export function standing({ answers, accuracy, due }, now) {
  if (!answers) return "new";
  if (due !== null && due <= now) return "due";
  return (accuracy ?? 0) < KNOWN ? "weak" : "known";
}

/** The hardest first: those that were answered by their share of right answers, the new ones after the weak ones, what is
    known last.
    @template {TopicShown} T
    @param {readonly T[]} topics
    @param {number} now
    @returns {T[]} */
export function hardest(topics, now) {
  /** @param {T} topic */
  const rank = (topic) => {
    const state = standing(topic, now);
    const share = topic.accuracy ?? 0;
    if (state === "new") return KNOWN;
    return state === "known" || share >= KNOWN ? 1 + share - (state === "due" ? 1e-3 : 0) : share;
  };
  return topics.map((topic, n) => ({ topic, n, rank: rank(topic) }))
    .sort((one, two) => one.rank - two.rank || one.n - two.n).map(({ topic }) => topic);
}

/** When a topic comes back, in words.
    @param {TopicShown} topic
    @param {number} now */
export function comesBack({ answers, due }, now) {
  if (!answers || due === null) return say("school.due.new");
  const left = due - now;
  if (left <= 0) return say("school.due.now");
  if (left < HOUR) return say("school.due.minutes", { n: Math.ceil(left / MINUTE) });
  if (left < DAY) return say("school.due.hours", { n: Math.round(left / HOUR) });
  return say("school.due.days", { n: Math.round(left / DAY) });
}

/** The part of a school that is for dealers, or for players.
    @param {SchoolShown} school
    @param {string} audience
    @returns {SchoolShown} */
export function forWhom({ games, needed, now }, audience) {
  const some = games.map((game) => ({ ...game, drills: game.drills.filter((drill) => drill.audience === audience) }));
  return { games: some.filter(({ drills }) => drills.length), needed: needed.filter((each) => each.audience === audience), now };
}

/** How many topics have come back, are new, are known.
    @param {SchoolShown} school */
export function counts({ games, now }) {
  const found = { due: 0, new: 0, weak: 0, known: 0 };
  for (const { drills } of games) for (const { topics } of drills) for (const topic of topics) found[standing(topic, now)] += 1;
  return found;
}

/** How much of these topics is known: right answers of the last ones, over those that were answered.
    @param {readonly DrillShown[]} drills */
export function overall(drills) {
  const topics = drills.flatMap((drill) => drill.topics);
  const seen = topics.filter((topic) => topic.answers);
  const share = seen.reduce((sum, { accuracy }) => sum + (accuracy ?? 0), 0) / (seen.length || 1);
  return { all: topics.length, seen: seen.length, share: seen.length ? share : null };
}

/** The titles of a topic, its drill and its game; null where the house does not teach it any more.
    @param {SchoolShown} school
    @param {{ game: string, drill: string, topic: string }} which */
export function titles({ games }, which) {
  const game = games.find((each) => each.game === which.game);
  const drill = game?.drills.find((each) => each.drill === which.drill);
  const topic = drill?.topics.find((each) => each.topic === which.topic);
  return game && drill && topic ? { game: game.title, drill: drill.title, topic } : null;
}

/** The share of right answers, in words; nothing where there are none.
    @param {{ right: number, answers: number }} sums */
export const share = ({ right, answers }) => (answers ? percentOf(right / answers) : "–");

/** From when on answers are looked at: so many days back; 0 for all of them.
    @param {number} days
    @param {number} now */
export const since = (days, now) => (days ? Math.max(0, now - days * DAY) : 0);

/** The weakest topics of somebody, as far as they are weak.
    @param {readonly TraineeTopic[]} topics the weakest first */
export const weak = (topics, most = 3) => topics.filter((each) => each.right < KNOWN * each.answers).slice(0, most);
