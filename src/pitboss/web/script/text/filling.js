/* The words of a Rules Submission that is filled in as a form. */

import { add } from "../text.js";

add({
  "fill.lead": "Every choice that the rulebook ({document}) leaves to the operator. Amounts are dollars.",
  "fill.choose": "please choose",
  "fill.check": "Check",
  "fill.file": "Download as a file (TOML)",
  "fill.file.done": "{file} is being downloaded.",
  "fill.good": "Nothing is wrong with it.",
  "fill.faults": { one: "One thing must be mended. It stands beside its field.", other: "{n} things must be mended. Each stands beside its field." },
  "fill.notices": "Good to know:",
  "fill.row": "Row {n}",
  "fill.row.add": "Add a row",
  "fill.row.remove": "Take away",
  "open.begin.usual": "{game}: what is usual",
  "open.begin.table": "{table}: its terms",
  "open.by_text": "With a file or a text instead",
  "terms.by_text": "With a file or a text instead",
  "changes.count": { one: "One choice differs from the terms in force:", other: "{n} choices differ from the terms in force:" },
  "changes.unsaid": "does not apply",
});
