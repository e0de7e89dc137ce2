/* Spanish, for those who learn: the pages of the school. */

import { exam } from "./es/exam.js";
import { school } from "./es/school.js";

/** @type {Record<string, string | Record<string, string>>} */
export const texts = { ...exam, ...school };
