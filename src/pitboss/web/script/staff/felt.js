/* The felt beside the desk: the same drawing as players see, with what lies on it. In a tree of its own, so that the style
   of the table and that of the desk leave each other alone. For the eye only: the list below it says the same. */

import { get } from "../api.js";
import { html } from "../dom.js";
import "../text/table.js";
import { Pieces } from "../table/pieces.js";
import { Seats } from "../table/seats.js";
import { Stage } from "../table/stage.js";
import { WALK_IN } from "./names.js";

/** @import { Work } from "./work.js" */

const STYLES = ["base", "table"];

/** Draws it into the place and keeps it true. Without its drawing the desk goes on.
    @param {HTMLElement} place
    @param {Work} now */
export async function deskFelt(place, now) {
  const drawing = await get(`/api/v1/tables/${now.table.id}/felt.svg?titles=false`).catch(() => null);
  if (!drawing) return;
  const root = place.attachShadow({ mode: "closed" });
  const scene = html`<div class="scene" aria-hidden="true" css=${{ "aspect-ratio": "2000 / 1240", contain: "paint" }}></div>`;
  const links = STYLES.map((name) => html`<link rel="stylesheet" href=${`/static/style/${name}.css`}>`);
  const loaded = links.map((link) => new Promise((done) => ["load", "error"].forEach((event) => link.addEventListener(event, done))));
  root.append(...links);
  await Promise.all(loaded);
  root.append(scene);
  const dealer = now.table.layout.shared.find((each) => each.id === "dealer_cards");
  const stage = new Stage(scene, drawing);
  const pieces = new Pieces(stage, Boolean(dealer?.title.includes("cover card")));
  const seats = new Seats(stage, () => {});
  now.onView((view) => {
    pieces.lay(view);
    pieces.burned(view.burned);
    pieces.stakes(view);
    // A plate has no room but for the name.
    const named = view.seats.map((seat) => ({ ...seat, player: seat.player.replace(WALK_IN, "") }));
    seats.render({ view: { ...view, seats: named, mine: [] }, offers: [], ready: now.ready, canSit: false });
  });
}
