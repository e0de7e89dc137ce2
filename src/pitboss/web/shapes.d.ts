/* Shapes that several scripts of the pages share. Only the type check reads this; no browser gets it. */

/** What the house says where it does not do what was asked. */
export interface Refusal {
  code: string;
  message: string;
  clause?: string;
  given?: string;
  allowed?: string;
}

/** What can be put between tags. */
export type Shown = string | number | boolean | object | null | undefined;

/** A choice of a field: its value, and what is shown for it. */
export type Choice = [string | number, string];

/** A field of a form. */
export interface Field {
  name: string;
  label: string;
  kind?: string;
  hint?: Shown;
  value?: any;
  min?: number;
  max?: number;
  options?: any[];
  optional?: boolean;
  plain?: boolean;
  after?: string;
  about?: string;
  wide?: boolean;
  rows?: number;
  longest?: number;
  example?: string;
  autocomplete?: string;
  accept?: string;
  list?: string;
  chosen?: (event: any) => unknown;
}

/** A button that sends a form. */
export interface Button {
  label: Shown;
  value?: string;
  primary?: boolean;
  bad?: boolean;
  quiet?: boolean;
}

/** A form: one thing to do. */
export interface Form {
  title?: Shown;
  level?: number;
  unseen?: boolean;
  row?: boolean;
  about?: Shown;
  fields?: Field[];
  buttons: Button[];
  send: (values: any, button: string) => unknown;
  clear?: boolean;
  name?: string;
}

/** What the socket of a table tells: every event has its message with it. */
export interface Tells {
  addEventListener(name: string, heard: (event: any) => void): void;
}

/** What a seat added to a shuffle. */
export interface SeatSeed {
  seat: number;
  seed: string;
}

/** The proof of a shuffle, as docs/fairness.md describes it. */
export interface Proof {
  pitboss_shuffle: number;
  table: string;
  chain: number;
  game: string;
  round: number;
  shuffle: number;
  context: string;
  deck: string[];
  commitment: string;
  seed: string;
  seeds: (SeatSeed & { player: string; row: number })[];
  cuts: number[];
  cards: { index: number; card: string; to: string; seat: number; digest: string; aside: boolean }[];
  ending: string;
  rows: { commitment: number; shuffled: number; reveal: number };
}

/** One thing of a proof that was looked at; `ok` is null where it cannot be known yet. */
export interface Check {
  name: string;
  ok: boolean | null;
  key: string;
  values: any;
}

/** Who is signed in; null is a stranger. */
export interface Person {
  handle: string;
  guest: boolean;
  roles: string[];
  may: string[];
  home: string;
  balance: number;
  seats: { table: number; seat: number }[];
}

/** A table as the house lists it. */
export interface Listed {
  id: number;
  game: string;
  name: string;
  practice: boolean;
  dealer: string;
  cards: string;
  step: string;
  round: number;
  seats: { taken: number; all: number };
  limits: { wager: string; title: string; minimum: number; maximum: number }[];
  paytables: Record<string, string>;
  meters: Record<string, number>;
}

/** A place on the stage: its middle in millimetres, and its turn in degrees. */
export interface Place {
  x: number;
  y: number;
  turn: number;
}

/** A seat as the table shows it. */
export interface Seat {
  number: number;
  player: string;
  cards: string[];
  wagers: Record<string, number>;
  lammers: string[];
  in_rack: boolean;
}

/** What this reader may see of a table; what else the house tells of it is not described here yet. */
export interface View {
  table: number;
  round: number;
  step: string;
  clause: string;
  turn: number;
  mine: number[];
  seats: Seat[];
  dealer: string[];
  community: string[];
  box: string[];
  set_aside: string[];
  meters: Record<string, number>;
  [more: string]: any;
}

/** The plain words of a game. */
export interface GameWords {
  wagers: { id: string; title: string; metered?: boolean; [more: string]: any }[];
  steps: { name: string; kind: string; title: string; choices: { name: string; label: string; [more: string]: any }[] }[];
  [more: string]: any;
}

/** Figures of a wager by a paytable; what else the house tells of it is not described here yet. */
export interface OddsRow {
  wager: string;
  title: string;
  base_title: string;
  paytable: string | null;
  edge: number;
  risk: number;
  hits: number;
  stake: number;
  at: { stake: number; edge: number }[];
  meters: { name: string; cents: number; break_even: number | null }[];
  [more: string]: any;
}
