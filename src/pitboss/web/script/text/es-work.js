/* Spanish, for those who work in the house: the pages of staff, auditors and managers. */

import { audit } from "./es/audit.js";
import { desk } from "./es/desk.js";
import { entry } from "./es/entry.js";
import { filling } from "./es/filling.js";
import { floor } from "./es/floor.js";
import { house } from "./es/house.js";
import { staff } from "./es/staff.js";

/** @type {Record<string, string | Record<string, string>>} */
export const texts = { ...audit, ...desk, ...entry, ...filling, ...floor, ...house, ...staff };
