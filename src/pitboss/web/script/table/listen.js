/* What comes over the socket, and what becomes of the connection. */

import { say, sentence } from "../text.js";

/** @import { Tells } from "../../shapes.d.ts" */

/** Why there is nothing more to see: the house's word, and its text.
    @type {Record<string, string>} */
const GONE = { table_closed: "state.table_closed", set_aside: "state.aside" };
const LOBBY = { href: "/", text: say("state.lobby") };

/** @param {Tells & import("../socket.js").TableSocket} socket
    @param {any} table
    @param {any} page */
export function listen(socket, table, { root, banner, top }) {
  let [lost, ended, slow] = [false, false, false];
  /** @type {Record<string, (detail: any) => void>} */
  const states = {
    waiting() {
      if (ended) return; // the house ended the session, not the line: it said so, and the table is seen again at once
      if (!lost) banner.show(say("state.waiting"), { stay: true, tone: "bad" });
      [lost, slow] = [true, false];
    },
    open() {
      ended = false;
      if (!lost) return;
      lost = false;
      banner.clear();
      banner.show(say("state.back"), { seconds: 3 });
    },
    ended({ code }) {
      const sentence = say(GONE[code] ?? "state.no_table");
      banner.show(sentence, { stay: true, tone: "bad", link: LOBBY });
      table.ended(sentence);
    },
  };
  socket.addEventListener("state", ({ detail }) => {
    states[detail.state]?.(detail);
    root.classList.toggle("offline", lost && detail.state !== "ended");
  });
  socket.addEventListener("slow", ({ detail }) => {
    if (detail && !slow) banner.show(say("state.slow"), { stay: true });
    if (!detail && slow && !lost) banner.clear();
    slow = detail;
  });
  socket.addEventListener("signed-out", () => {
    ended = true;
    top.refresh();
    banner.show(say("state.signed_out"), { tone: "bad", seconds: 12 });
  });
  socket.addEventListener("refused", ({ detail: { message, clause } }) => {
    banner.show(sentence(message), { clause, tone: "bad" });
  });
  socket.addEventListener("hello", ({ detail }) => table.hear(detail));
  socket.addEventListener("change", ({ detail }) => table.hear(detail));
  socket.addEventListener("meters", ({ detail }) => table.meters(detail));
  socket.connect();
}
