/* How quickly the cards come to somebody who plays alone: as he has chosen in the settings. The dealer is told, and what
   moves here goes with it. */

import { onPrefs, playsAlone, pref } from "../prefs.js";

/** @import { View } from "../../types.d.ts" */
/** @import { TableSocket } from "../socket.js" */

/** Whether nobody but the reader sits at the table.
    @param {Pick<View, "seats" | "mine">} view */
export const alone = ({ seats, mine }) =>
  mine.length > 0 && seats.every(({ number, player }) => !player || mine.includes(number));

export class Tempo {
  #socket;
  /** What the dealer goes by, as far as this line has told him. */
  #told = "usual";
  #sits = false;

  /** @param {Pick<TableSocket, "speed" | "addEventListener">} socket */
  constructor(socket) {
    this.#socket = socket;
    onPrefs(() => this.#tell());
    socket.addEventListener("hello", () => {
      this.#told = "usual"; // another line: nothing was said over it
      this.#tell();
    });
  }

  /** @param {Pick<View, "seats" | "mine">} view */
  render(view) {
    this.#sits = view.mine.length > 0;
    playsAlone(alone(view));
    this.#tell();
  }

  #tell() {
    const speed = pref("speed");
    if (!this.#sits || speed === this.#told) return;
    this.#told = speed;
    this.#socket.speed(speed).catch(() => null); // then he deals as usual
  }
}
