/* The table begins to live: the socket, and all that follows from it. Loaded when its picture is shown. */

import { beGuest, game, me } from "../api.js";
import { breathe } from "../dom.js";
import { TableSocket } from "../socket.js";
import { say } from "../text.js";
import { Banner } from "./banner.js";
import { listen } from "./listen.js";
import { Table } from "./table.js";

/** What has to be known before one can play; the rest of the game's words comes when the table is shown. */
const FIRST = "wagers,steps,removed,own_cards";

/** The table of this picture. `redraw()` gets the felt anew.
    @param {any} parts */
export async function live({ root, top, details, picture, redraw }) {
  const words = await game(details.game, details.id, FIRST);
  await breathe();
  const banner = new Banner();
  root.append(banner.element);
  if (details.step === "set aside") banner.show(say("state.aside"), { stay: true, tone: "bad" });
  const socket = new TableSocket(details.id);
  const table = new Table({ root, banner, top, socket, details, picture, redraw, enter }, words);
  listen(socket, table, { root, banner, top });
  return table;

  /** A stranger who wants to play becomes a guest; the socket comes again as that person. For real chips he signs in. */
  async function enter() {
    const known = await me(); // somebody already, before the socket could say so
    if (known) return known.handle;
    if (!details.practice) return new Promise(() => location.assign("/sign-in"));
    const entered = await beGuest();
    const greeted = new Promise((done) => socket.addEventListener("hello", done, { once: true }));
    socket.again();
    await Promise.all([greeted, top.refresh()]);
    return entered.handle;
  }
}
