// ChaCha20 as RFC 8439 describes it, sections 2.1 to 2.3. WebCrypto has none, and the shuffle needs only its keystream.

const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]; // "expand 32-byte k"

/** @type {(word: number, by: number) => number} */
const turned = (word, by) => (word << by) | (word >>> (32 - by));

/** @param {Uint32Array} words
    @param {number} a
    @param {number} b
    @param {number} c
    @param {number} d */
function quarter(words, a, b, c, d) {
  words[a] += words[b];
  words[d] = turned(words[d] ^ words[a], 16);
  words[c] += words[d];
  words[b] = turned(words[b] ^ words[c], 12);
  words[a] += words[b];
  words[d] = turned(words[d] ^ words[a], 8);
  words[c] += words[d];
  words[b] = turned(words[b] ^ words[c], 7);
}

/** 64 bytes of the keystream under a key of 32 bytes and a nonce of 12.
    @param {Uint8Array} key
    @param {number} counter */
export function block(key, counter, nonce = new Uint8Array(12)) {
  const keyed = new DataView(key.buffer, key.byteOffset, 32);
  const nonced = new DataView(nonce.buffer, nonce.byteOffset, 12);
  const start = new Uint32Array(16);
  start.set(CONSTANTS);
  for (let place = 0; place < 8; place++) start[4 + place] = keyed.getUint32(4 * place, true);
  start[12] = counter;
  for (let place = 0; place < 3; place++) start[13 + place] = nonced.getUint32(4 * place, true);
  const words = start.slice();
  for (let round = 0; round < 10; round++) {
    for (let column = 0; column < 4; column++) quarter(words, column, 4 + column, 8 + column, 12 + column);
    for (let place = 0; place < 4; place++) {
      quarter(words, place, 4 + ((place + 1) % 4), 8 + ((place + 2) % 4), 12 + ((place + 3) % 4));
    }
  }
  const made = new DataView(new ArrayBuffer(64));
  words.forEach((word, place) => made.setUint32(4 * place, word + start[place], true));
  return new Uint8Array(made.buffer);
}

/** The keystream byte by byte, from block 0 on.
    @param {Uint8Array} key
    @returns {Generator<number, never>} */
export function* keystream(key) {
  for (let counter = 0; ; counter++) yield* block(key, counter);
}
