/* Shapes that several scripts of the pages share. Only the type check reads this; no browser gets it. */

import type { Change, Happened, Hello, Offer, Problem, Said, Told, View, You } from "./types.d.ts";

type Keys<T> = T extends T ? keyof T : never;
type Value<T, K> = T extends T ? (K extends keyof T ? NonNullable<T[K]> : never) : never;
/** The fields of whichever of these it is. */
type Fields<T> = { [K in Keys<T>]?: Value<T, K> | (K extends "instead" ? null : never) };

/** An act, whichever it is. */
export type Act = NonNullable<Said["do"]>;

/** An offer whose example is looked at before it is known which act it is. */
export type AnyOffer = Omit<Offer, "example"> & { example: Fields<Act> & Pick<Act, "do"> };

/** What is told of an event: the fields of whichever it is. */
export type Facts = Fields<Happened["event"]>;

/** An event of which a table tells. */
export type ToldEvent = Omit<Told, "facts"> & { facts: Facts };

/** A message about a table, and when it came, on the page's own clock. */
export type Heard = (Hello | Change) & { at: number; gap?: boolean; you?: You };

/** What the house says where it does not do what was asked; a page may say so too. */
export type Refusal = Pick<Problem, "code" | "message"> & Partial<Problem>;

/** Why a wager was not taken: what was asked for, what there is for all areas at once, and what must equal what. */
export type Untaken = Refusal & { wager?: string; cents?: number; have?: number; equal?: string[] };

/** A table as its parts show it: the newest message that was played, and what the page knows beside it. */
export interface TableState extends Omit<Change, "type" | "told" | "waits" | "hands"> {
  /** When the message came, on the page's own clock. */
  at: number;
  you: You | null;
  /** The reader's positions, now and before the message. */
  mine: number[];
  were: number[];
  /** Who sits, or last sat, at each position. */
  players: Record<number, string>;
  /** What hands the reader sees, or has seen in this round, in words by position; 0 is the dealer. */
  said: Record<number, string>;
  /** Why nothing more can be done here; empty while the table is open. */
  over: string;
  /** Whether a stranger may sit down. */
  canSit: boolean;
  /** The position a phone looks at; 0: the reader's own. */
  looked: number;
}

/** What the page of a table knows, also before the first message about it has come. */
export interface TableKept extends Pick<TableState, "offers" | "ready" | "clock" | "you" | "fair" | "mine" | "were" | "players" | "said"> {
  view: View | null;
  at: number;
  seq?: number;
  balance?: number | null;
  betting?: TableState["betting"];
  /** Which clock is shown. */
  clockKey?: string;
}

/** What can be put between tags. */
export type Sayable = string | number | boolean | object | null | undefined;

/** A choice of a field: its value, and what is shown for it. */
export type Choice = [string | number, string];

/** A field of a form. */
export interface Field {
  name: string;
  label: string;
  kind?: string;
  hint?: Sayable;
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
  finds?: (typed: string) => Promise<{ value: string, said: string }[]>;
  chosen?: (event: any) => unknown;
  /** Seldom needed: it is there when it is unfolded. */
  folded?: boolean;
  /** Of cards: what each is called. */
  words?: Map<string, string>;
  /** What stands below the input and writes into it. */
  beside?: (input: any) => Sayable;
}

/** A button that sends a form. */
export interface Button {
  label: Sayable;
  value?: string;
  primary?: boolean;
  bad?: boolean;
  quiet?: boolean;
}

/** Says what will follow and waits for a second press: the value of the button, nothing where it is not to be done. */
export type Ask = (lines: string[], ways: Button[]) => Promise<string>;

/** A form: one thing to do. */
export interface Form {
  title?: Sayable;
  level?: number;
  unseen?: boolean;
  row?: boolean;
  about?: Sayable;
  fields?: Field[];
  buttons: Button[];
  send: (values: any, button: string, ask: Ask) => unknown;
  clear?: boolean;
  name?: string;
}

/** What the socket of a table tells: every event has its message with it. */
export interface Tells {
  addEventListener(name: string, heard: (event: any) => void): void;
}

/** One thing of a proof that was looked at; `ok` is null where it cannot be known yet. */
export interface Check {
  name: string;
  ok: boolean | null;
  key: string;
  values: any;
}

/** A spot on the stage: its middle in millimetres, and its turn in degrees. */
export interface Spot {
  x: number;
  y: number;
  turn: number;
}

