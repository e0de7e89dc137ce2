/* What names and passwords must be like, in the house's own figures. */

import { get } from "../api.js";

/** The figures; null where the house does not say, and then nothing is said of them. */
export const accountRules = () => get("/api/v1/account-rules").catch(() => null);
