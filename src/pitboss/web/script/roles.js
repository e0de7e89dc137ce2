/* The roles people have, and what the house calls them. Which of them may do something is for the house to say: pages
   ask `may` of who is signed in. */

import { get } from "./api.js";

/** @import { RoleShown } from "../types.d.ts" */

/** @type {RoleShown[]} */
let known = [];

/** Asks the house for its roles; what stands below knows none before. */
export async function learnRoles() {
  known = await get("/api/v1/roles");
}

/** The word for a role.
    @type {(role: string) => string} */
export const roleWord = (role) => known.find(({ name }) => name === role)?.title ?? role;

/** Every role with its word, to choose from.
    @returns {[string, string][]} */
export const roleChoices = () => known.map(({ name, title }) => [name, title]);

/** Those of these roles in which one works at a table.
    @type {(held: string[]) => string[]} */
export const staffRoles = (held) => known.filter(({ name, staff }) => staff && held.includes(name)).map(({ name }) => name);
