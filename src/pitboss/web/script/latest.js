/* Of what was asked for one place of a page only the newest question counts: an answer that comes late, after another was
   asked for, changes nothing any more. */

const asked = new WeakMap();

/** A question is asked for this place, or whatever else it concerns; gives what says whether it is still the newest.
    @param {object} of */
export function latest(of) {
  const own = {};
  asked.set(of, own);
  return () => asked.get(of) === own;
}
