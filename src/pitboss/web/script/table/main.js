/* The table page. First the picture of the table, from two answers of the house; then the socket and all that moves. */

import { beGuest, game as gameWords, get, me } from "../api.js";
import { breathe, find, html, put } from "../dom.js";
import { money } from "../format.js";
import { shell, title } from "../shell.js";
import { say } from "../text.js";
import "../text/table.js";
import { Picture } from "./picture.js";

const id = Number(location.pathname.split("/").at(-1));
const top = shell("table");
const root = find("#page");
const felt = () => get(`/api/v1/tables/${id}/felt.svg`);

async function start() {
  const [details, drawing] = await Promise.all([get(`/api/v1/tables/${id}`), felt()]);
  title(details.name);
  const practice = details.terms.practice ? html`<span class="badge">${say("state.practice")}</span>` : null;
  const range = html`<span class="badge">${limits(details.limits)}</span>`;
  put(top.place, html`<h1 class="where"><b>${details.name}</b>${range}${practice}</h1>`);
  if (details.game === "dragon-poker") (await import("../cards.js")).loadBeasts();
  await breathe();
  const picture = await Picture.make(root, details, drawing, (seat) => living.then((table) => table.sit(seat)));
  const living = live(details, picture);
  await living;
}

const limits = (all) => {
  const [main] = all.filter((limit) => limit.maximum);
  return say("table.limits", { least: money(main.minimum), most: money(main.maximum) });
};

async function live(details, picture) {
  const [{ Table }, { TableSocket }, { listen }, { Banner }, words] = await Promise.all([
    import("./table.js"),
    import("../socket.js"),
    import("./listen.js"),
    import("./banner.js"),
    gameWords(details.game, id),
  ]);
  await breathe();
  const banner = new Banner();
  root.append(banner.element);
  const socket = new TableSocket(id);
  const table = new Table({ root, banner, top, socket, details, picture, redraw: felt, enter }, words);
  listen(socket, table, { root, banner, top });
  return table;

  /** A stranger who wants to play becomes a guest; the socket comes again as that person. */
  async function enter() {
    const known = await me(); // somebody already, before the socket could say so
    if (known) return known.handle;
    const entered = await beGuest();
    const greeted = new Promise((done) => socket.addEventListener("hello", done, { once: true }));
    socket.again();
    await Promise.all([greeted, top.refresh()]);
    return entered.handle;
  }
}

start().catch(async (error) => {
  const { Banner } = await import("./banner.js");
  const banner = new Banner();
  root.append(banner.element);
  const sentence = error.status === 404 ? say("state.no_table") : error.message;
  banner.show(sentence, { stay: true, tone: "bad", link: { href: "/", text: say("state.lobby") } });
});
