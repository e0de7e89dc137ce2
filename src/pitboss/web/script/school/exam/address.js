/* What the address of the page asks for: an exam to be sat, a result, a class; otherwise all exams. */

const WHAT = ["sit", "result", "class"];

/** @param {string} search
    @returns {{ what: string, number: number }} */
export function asked(search) {
  const found = new URLSearchParams(search);
  const what = WHAT.find((each) => /^[1-9]\d{0,8}$/.test(found.get(each) ?? ""));
  return { what: what ?? "", number: what ? Number(found.get(what)) : 0 };
}

/** @type {(what: "sit" | "result" | "class", number: number) => string} */
export const address = (what, number) => `/school/exam?${what}=${number}`;
