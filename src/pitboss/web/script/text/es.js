/* Spanish, for players: the same keys as the English texts. What staff need besides is in es-work.js. */

import { after } from "./es/after.js";
import { common } from "./es/common.js";
import { door } from "./es/door.js";
import { fairness } from "./es/fairness.js";
import { lobby } from "./es/lobby.js";
import { odds } from "./es/odds.js";
import { round } from "./es/round.js";
import { table } from "./es/table.js";

/** @type {Record<string, string | Record<string, string>>} */
export const texts = { ...after, ...common, ...door, ...fairness, ...lobby, ...odds, ...round, ...table };
