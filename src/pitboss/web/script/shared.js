/* What every page needs, and first of all the reader's own light: the house sends these in one answer, and nothing is
   shown before it is there. */

import "./announce.js";
import "./api.js";
import "./dom.js";
import { money } from "./format.js";
import { language, words } from "./language.js";
import "./prefs.js";
import "./shell.js";
import { speak } from "./text.js";
import "./why.js";

document.documentElement.lang = language;
if (language !== "en") {
  const [found, figures] = await Promise.all([words(), import("./placed.js").catch(() => null)]);
  speak(found, figures?.placer(money));
}
