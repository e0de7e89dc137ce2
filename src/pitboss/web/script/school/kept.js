/* What a window keeps of the task that is worked at, so that a reload or a lost connection loses nothing: the answer so
   far, the time, and the answer that was sent with its id. Another window of the same reader has its own. */

/** @import { TaskAnswered, TaskName } from "../../types.d.ts" */
/** @typedef {{ name: TaskName, took: number, draft: TaskAnswered["answer"] | null, sent: TaskAnswered | null, arrived: boolean }} Kept */

/** @type {(name: TaskName, other: TaskName | undefined) => boolean} */
export const sameTask = (name, other) => other !== undefined && nameWords(name) === nameWords(other);

/** @param {TaskName} name */
const nameWords = ({ game, drill, topic, seed, place = 0 }) => [game, drill, topic, seed, place].join(" ");

export class Keeper {
  #storage;
  #key;

  /** @param {Pick<Storage, "getItem" | "setItem">} storage
      @param {string} key */
  constructor(storage, key) {
    this.#storage = storage;
    this.#key = key;
  }

  /** What was kept of this task; of another one nothing.
      @param {TaskName} name
      @returns {Kept} */
  of(name) {
    const found = this.#read();
    return sameTask(name, found?.name) ? found : { name, took: 0, draft: null, sent: null, arrived: false };
  }

  /** @param {Kept} kept */
  keep(kept) {
    try {
      this.#storage.setItem(this.#key, JSON.stringify(kept));
    } catch {
      // it holds until the page is left
    }
  }

  /** @returns {any} */
  #read() {
    try {
      return JSON.parse(this.#storage.getItem(this.#key) ?? "null");
    } catch {
      return null;
    }
  }
}
