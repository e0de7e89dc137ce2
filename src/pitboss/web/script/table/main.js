/* The table page. First the picture of the table, from two answers of the house; then the socket and all that moves. */

import { get } from "../api.js";
import { breathe, find, html, put } from "../dom.js";
import { money } from "../format.js";
import { shell, title } from "../shell.js";
import { say, sentence } from "../text.js";
import "../text/table.js";
import { Picture } from "./picture.js";

const id = Number(location.pathname.split("/").at(-1));
const top = shell("table");
const root = find("#page");
const redraw = () => get(`/api/v1/tables/${id}/felt.svg?titles=false`);

async function start() {
  const [details, drawing] = await Promise.all([get(`/api/v1/tables/${id}?brief=true`), redraw()]);
  title(details.name);
  const practice = details.practice ? html`<span class="badge">${say("state.practice")}</span>` : null;
  const range = html`<span class="badge">${limits(details.limits)}</span>`;
  put(top.place, html`<h1 class="where"><b>${details.name}</b>${range}${practice}</h1>`);
  await breathe();
  const picture = await Picture.make(root, details, drawing, (seat) => living.then((table) => table.sit(seat)));
  const living = import("./live.js").then(({ live }) => live({ root, top, details, picture, redraw }));
  await living;
}

/** @param {any[]} all */
const limits = (all) => {
  const [main] = all.filter((limit) => limit.maximum);
  return say("table.limits", { least: money(main.minimum), most: money(main.maximum) });
};

start().catch(async (error) => {
  const { none } = await import("./none.js");
  none(root, error.status === 404 ? say("state.no_table") : sentence(error.message));
});
