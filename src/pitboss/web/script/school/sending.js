/* An answer on its way to the house: where it cannot be reached, the same answer goes again under the same id, so that it
   is counted once. What the house refuses is not sent again. */

const [FIRST, LONGEST] = [1_000, 15_000];

/** Whether it may help to ask again: nobody answered, or somebody who cannot now.
    @param {{ code?: string, status?: number }} error */
export const passing = ({ code, status = 0 }) => code === "offline" || status === 429 || status >= 500;

/** How long until the next attempt, after so many.
    @param {number} attempts */
export const pause = (attempts) => Math.min(LONGEST, FIRST * 2 ** (attempts - 1));

/**
 * Sends until it is answered or refused. `lost(attempts)` hears of every attempt that came to nothing; `wait(ms)` ends
 * after that time, or earlier where there is a reason to try at once.
 * @template A, V
 * @param {A} answer
 * @param {{ post: (body: A) => Promise<V>, lost: (attempts: number) => void, wait: (ms: number) => Promise<unknown> }} how
 * @returns {Promise<{ verdict: V, attempts: number }>}
 */
export async function send(answer, { post, lost, wait }) {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return { verdict: await post(answer), attempts };
    } catch (error) {
      if (!passing(error)) throw error;
      lost(attempts);
      await wait(pause(attempts));
    }
  }
}
