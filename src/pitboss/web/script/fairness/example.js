// The worked example of docs/fairness.md. The checker works it out first: a browser that gets it wrong is not believed.

import { hex } from "./bytes.js";
import { block } from "./chacha20.js";
import { commitmentOf, cut, digestOf, keyOf, maskKeyOf, orderOf, STANDARD } from "./shuffle.js";

const SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const SEEDS = [
  { seat: 1, seed: "my lucky seed" },
  { seat: 3, seed: "Grüße" },
];
const CONTEXT = "1/7/Table 1";
const DEPTH = 26;

/** @type {Record<string, string>} */
const EXPECTED = {
  commitment: "5036fb91c7d3d95f83ef3a5fa8dd28a2881a66b5dc94f1a87673c10f1b53b208",
  key: "e3bc3754e750a1f52f9f843d225a411c4b1d3ec60f754d127b94b43092d15454",
  stream:
    "b029a4e5bb70b9152e4208460d9d412c125e354c7644192e400dddee6b6ab5f1" +
    "64124f6866da005b0335cb7a8700134cdba089aee353a62733d21add64a0293e",
  order:
    "5c 2d Th 8h Kd 9d Qd Tc 8s 3d Kc 8c 3h Jh 7h Qs 9c Ad 9h Ah Td 4c 6h Jd 4h 9s " +
    "Jc Ts Ks 2c 7c 5d Js 7s 3s 4d Qh Ac 6d 2s 5h 7d 3c 5s 6c As 6s Kh 2h Qc 4s 8d",
  maskKey: "bb5da00a0d0f13971ed627f3a42b9a5a616aabafc79c704b1b8a8f9b898e7364",
  digest: "#0:2LiMooxISVjJMGDn4mAUOw",
};

/** Whether this browser works the published example out to the last byte; the names of the values that differ. */
export async function exampleFaults() {
  const key = await keyOf(SEED, SEEDS, CONTEXT);
  const order = cut(orderOf(STANDARD, key), DEPTH);
  const maskKey = await maskKeyOf(SEED);
  /** @type {Record<string, string>} */
  const found = {
    commitment: await commitmentOf(SEED),
    key: hex(key),
    stream: hex(block(key, 0)),
    order: order.join(" "),
    maskKey: hex(maskKey),
    digest: await digestOf(maskKey, 0, order[0]),
  };
  return Object.keys(EXPECTED).filter((name) => found[name] !== EXPECTED[name]);
}
