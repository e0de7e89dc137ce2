/* Reads proofs, one in each line, and writes the verdict on each and the checks that failed: test_same_verdict.py asks. */

import { readFileSync } from "node:fs";
import process from "node:process";
import { checkProof } from "../../src/pitboss/web/script/fairness/check.js";

for (const line of readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const { verdict, checks } = await checkProof(JSON.parse(line));
  console.log(JSON.stringify([verdict, checks.filter((each) => each.ok === false).map((each) => each.name)]));
}
