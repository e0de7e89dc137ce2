/* Anything drawn on the felt says why it is there. Loaded when somebody asks. */

import { ask } from "../why.js";

/** Opens the clause of an area or an inscription beside its drawing.
    @param {any} drawn
    @param {Record<string, any[]>} layout */
export function pointed(drawn, { positions, shared, furniture, inscriptions }) {
  const { area, inscription } = drawn.dataset;
  const places = area ? [...positions[0].places, ...shared, ...furniture] : inscriptions;
  const known = places.find((place) => place.id === (area ?? inscription));
  if (known?.clause) ask(known.clause, drawn);
}
