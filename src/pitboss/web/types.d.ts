// Made from the house's own structures by `python -m pitboss.house.server.types_js`; not written by hand.

/** An act was accepted and is kept; its change came before. */
export interface Accepted {
  type: "done";
  /** The row of the table's trail. */
  seq: number;
  /** It had been accepted before; nothing happened this time. */
  again: boolean;
  id: string;
}

export interface AccountAsked {
  id?: string | null;
  /** The name of an account. */
  handle: string;
  roles: string[];
  password: string;
}

export interface AccountChange {
  id?: string | null;
  roles?: string[] | null;
  disabled?: boolean | null;
  password?: string | null;
}

/** What names and passwords must be like, for those who ask before they are refused. */
export interface AccountRules {
  /** What a name may be, in words. */
  name: string;
  name_longest: number;
  password_shortest: number;
  password_longest: number;
  /** Different characters a password has at least. */
  password_varied: number;
}

export interface AccountShown {
  handle: string;
  roles: string[];
  guest: boolean;
  disabled: boolean;
  locked: boolean;
  created_at: number;
  /** Real chips; a guest has none. Cents. */
  balance: number;
  /** Practice chips, which are worth nothing; cents. */
  practice: number;
}

/** An act at a table. */
export interface ActAsked {
  /** Made by the client, new for every act: sent twice it is done once. Printable characters. */
  id: string;
  do: ReceiveCards | InspectCards | VerifyCards | SpreadCards | LookAtCards | WashCards | StackCards | ShuffleCards | DeviceCountsCards | CutCards | OrderRecut | OrderShuffle | GoIdle | RemoveDeck | SetDeviceAside | RestoreDevice | ChangeProcedure | AdoptTerms | TakeSeat | LeaveSeat | ComeBack | PlaceWager | OpenRound | CloseBets | TakeWagers | DealCards | RemoveStub | CountStub | Decide | CollectFolded | ShowCards | PostContributions | SettleHand | SettleTable | ClearTable | Report | CallFloor | Rule;
  /** The role in which it is done, where one has several. */
  as?: string | null;
}

export interface AdoptTerms {
  do: "AdoptTerms";
  terms: Terms;
}

export interface AnswerOption {
  id: string;
  words: string;
}

/** An answer that is kept. What is right is said at the end. */
export interface AnswerTaken {
  /** It had been kept before; nothing happened this time. */
  again: boolean;
  sitting: SittingShown;
}

export interface AreaWords {
  id: string;
  title: string;
  clause: string;
  wager: string;
  /** Every position has one. */
  seat: boolean;
}

/** One of several answers, or all that apply. */
export interface AskChoice {
  type: "choice";
  options: AnswerOption[];
  several: boolean;
  /** The first options are the sentences of `told`, one for each, in their order: which of them is meant. */
  among_told: boolean;
}

/** What the dealer does with the wagers that lie there, one move after the other, with chips of his tray. */
export interface AskMoves {
  type: "moves";
  /** What lies in the tray, highest first. */
  tray: ChipPile[];
  /**
   * What lies on the table, from the dealer's left; at each position as the game lists its wagers, which is not
   * always the order of settlement.
   */
  wagers: WagerLying[];
  /** Whether a table is settled, as in a round; not where it is one hand alone. */
  whole_table: boolean;
}

/** A whole number. */
export interface AskNumber {
  type: "number";
  /** What is counted: `cents`, `cards`, `hours`, `minutes`. */
  unit: string;
  least: number;
  most: number;
}

export interface AuditRounds {
  rounds: RoundLine[];
  next: string | null;
}

export interface BetsClosed {
  is: "BetsClosed";
  seats: number[];
  clause: string;
}

/** While wagers are made: how it stands with those of a player who sits here. */
export interface Betting {
  /** All your chips in cents, with those that lie on your positions. */
  chips: number;
  /** Nothing lies there, and your chips do not reach for the least wagers of a hand. */
  short: boolean;
  /** A hand can be dealt, and nothing lies on a position that would be left out. */
  complete: boolean;
  /** What a position with wagers still needs for a hand, in words; empty where it needs nothing. */
  lacks: string;
  /** That the chips left do not reach for a wager that may follow the deal, in words; empty where they do. */
  later: string;
}

/** What a table did in a stretch of time; cents. */
export interface BusinessLine {
  table: number;
  name: string;
  /** Its amounts are practice chips. */
  practice: boolean;
  rounds: number;
  /** Rounds cleared within the last hour. */
  last_hour: number;
  wagered: number;
  /** Wagers less what came back, less what went to meters, and what meters paid. */
  win: number;
}

export interface BusinessShown {
  /** Until when: milliseconds since 1970. */
  at: number;
  tables: BusinessLine[];
  sums: BusinessSum[];
}

/** All tables of one kind of chips; cents. */
export interface BusinessSum {
  practice: boolean;
  rounds: number;
  wagered: number;
  win: number;
  /** Of the win, what players without an account lost: their chips are not bought here. */
  walk_ins: number;
  /** Money that became chips, at the cage; of practice chips, what was given out. */
  drop: number;
  /** Chips that became money. */
  paid_out: number;
  /** Win from players with an account against the drop; null where nothing was dropped. */
  hold: number | null;
}

/** Said before the house closes the connection. */
export interface Bye {
  type: "bye";
  code: string;
  message: string;
}

/** What the dealer has seen or counted. Nothing follows from it until a floorperson has ruled. */
export interface CallFloor {
  do: "CallFloor";
  about: Report | CountStub;
}

export interface CapitalAsked {
  /** Made by the client, new for every act: sent twice it is done once. Printable characters. */
  id: string;
  /** Integer cents. */
  cents: number;
  reason: string;
}

/** One card that an act brings. */
export interface CardNamed {
  place: string;
  seat: number;
  /** Its face is named; otherwise it lies face down, and stands there as `??`. */
  up: boolean;
  /** Its face, where it is on record already. */
  known: string;
}

export interface CardSetAside {
  is: "CardSetAside";
  card: string;
  clause: string;
}

export interface CardsCut {
  is: "CardsCut";
  deck: number;
  depth: number;
  clause: string;
}

export interface CardsDealt {
  is: "CardsDealt";
  to: "box" | "burn" | "community" | "dealer" | "seat" | "thrown";
  cards: string[];
  clause: string;
  seat?: number;
  up?: boolean;
  /** Completes a hand or replaces a card outside the plan. */
  extra?: boolean;
}

/** The cards at a place. */
export interface CardsLaid {
  /** Faces as this reader may know them, `??` for the others. */
  cards?: string[];
  /** The places of those that lie face down, counted from 0. */
  down?: number[];
}

export interface CardsReceived {
  is: "CardsReceived";
  deck: number;
  preshuffled: boolean;
  clause: string;
}

export interface CardsShown {
  is: "CardsShown";
  place: string;
  cards: string[];
  clause: string;
  hand?: string;
}

export interface CardsShuffled {
  is: "CardsShuffled";
  deck: number;
  device: boolean;
  commitment: string;
  clause: string;
}

/** Something happened. */
export interface Change {
  type: "change";
  seq: number;
  told: Told[];
  fair: Coming[];
  /** Positions from which no more wagers follow. */
  ready: number[];
  clock: Clock | null;
  view: View;
  offers: Offer[];
  /** Your chips in cents; null for those who do not play. */
  balance: number | null;
  /** While wagers are made, for those who play. */
  betting?: Betting;
  /** What waits for a floorperson's ruling, in words, where something does. */
  waits?: string[];
  /** The hands of which you see something, in words: your own as far as it goes, the dealer's when it lies open. */
  hands?: HandInWords[];
}

export interface ChangeProcedure {
  do: "ChangeProcedure";
  procedure: string;
}

/** What one field says otherwise than the terms in force. */
export interface ChangeShown {
  section: string;
  label: string;
  clause: string;
  /** Empty where the field had no meaning. */
  before: string;
  after: string;
}

export interface CheckpointShown {
  number: number;
  /** The very text that was signed. */
  body: string;
  /** Hex. */
  signature: string;
}

/** Chips of one denomination. */
export interface ChipPile {
  /** What one chip is worth. */
  cents: number;
  count: number;
}

export interface ChipsAsked {
  /** Made by the client, new for every act: sent twice it is done once. Printable characters. */
  id: string;
  /** Integer cents. */
  cents: number;
}

export interface ChipsCounted {
  is: "ChipsCounted";
  wager: string;
  chips: number;
  expected: number;
  clause: string;
}

export interface ChoiceAnswer {
  type: "choice";
  ids: string[];
}

export interface ChoiceWords {
  name: string;
  /** Short, for a button. */
  label: string;
  /** What it does. */
  says: string;
  clause: string;
  /** raise, withdraw, fold or pass */
  does: string;
  /** The wager that is made or taken back. */
  wager: string;
  /** A raise: how many times `of` it is. */
  times: number;
  of: string;
}

export interface ClassShown {
  /** By name. */
  trainees: Trainee[];
  /** Of all of them together, the weakest first. */
  topics: TraineeTopic[];
  /** Guests who have practised; they are not listed. */
  guests: number;
}

/** A clause with what it asks, in our words. */
export interface ClauseShown {
  clause: string;
  text: string;
}

export interface ClauseWords {
  id: string;
  /** compute, state, input, config, display or physical */
  kind: string;
  game: string;
  /** The game's title. */
  title: string;
  /** What the clause asks, in our own words. */
  text: string;
  /** How it is read where the text leaves a question. */
  readings: ReadingWords[];
}

export interface ClearTable {
  do: "ClearTable";
}

/** What runs out, for which position (0: everybody), in how many milliseconds. */
export interface Clock {
  what: string;
  seat: number;
  ms: number;
}

export interface CloseAsked {
  /** Made by the client, new for every act: sent twice it is done once. Printable characters. */
  id: string;
  reason?: string;
}

/** The dealer announces "no more bets". */
export interface CloseBets {
  do: "CloseBets";
}

export interface CoachStatistics {
  /** Whether this house lets its guests be coached. */
  on: boolean;
  /** Yours, and those of the clock where you had not decided. */
  decisions: number;
  mistakes: number;
  /** What the mistakes gave away, on average. */
  cost_cents: number;
  /** The same in percent of the base wagers of these decisions. */
  cost_percent: number;
  /** Rounds with a decision that are over. */
  rounds: number;
  /** What the rounds could be expected to bring, as they were decided. */
  expected_cents: number;
  /** What the main wagers of these rounds brought. */
  actual_cents: number;
  /** Decisions that are still being looked at. */
  waiting: number;
  /** The mistakes, the latest first. */
  review: Mistake[];
  /**
   * From when decisions are counted, where that is not your log-in: the process that has the table has it since
   * then. Milliseconds since 1970.
   */
  since: number | null;
}

export interface Coached {
  state: "ready";
  game: string;
  round: number;
  /** The row of the table's trail for which it holds. */
  seq: number;
  step: string;
  clause: string;
  seat: number;
  cards: string[];
  board: string[];
  /** The wager that is the unit of the values. */
  base: string;
  /** The same in words, with its article: the title of a wager, or `one bet`. */
  unit: string;
  /** What lies on the base, in cents. */
  stake: number;
  best: string;
  /** The choices that are worth as much as the best, where there are several. */
  equal: string[];
  choices: Worth[];
}

export interface CollectFolded {
  do: "CollectFolded";
}

/** Somebody who was counted as gone is there again: he keeps his seat after the round. */
export interface ComeBack {
  do: "ComeBack";
  seat: number;
}

/** A commitment whose shuffle is still to come. */
export interface Coming {
  deck: number;
  shuffle: number;
  commitment: string;
  /** Positions whose players have added a seed of their own. */
  seats: number[];
}

export interface ConfirmAsked {
  password: string;
}

export interface ContributionPosted {
  is: "ContributionPosted";
  meter: string;
  amount: number;
  reading: number;
  clause: string;
}

export interface ContributionReversed {
  is: "ContributionReversed";
  meter: string;
  amount: number;
  reading: number;
  clause: string;
}

/** A decision that was not the best. Cards as the table wrote them. */
export interface CostlyDecision {
  /** Its number; 0 where there is only one. */
  table: number;
  round: number;
  seat: number;
  step: string;
  choice: string;
  best: string;
  /** In units of the base. */
  cost: number;
  cents: number;
  own: string[];
  board: string[];
}

/** The stub as counted; where it is wrong also what lies at each place (`seat3`, `dealer`, `community`, …). */
export interface CountStub {
  do: "CountStub";
  stub: number;
  places?: [string, number][];
  meters?: [string, number][];
}

export interface CutCards {
  do: "CutCards";
  depth: number;
  deck?: number;
}

/** The next cards, as many as the plan asks or fewer, in the order in which they leave the shoe. */
export interface DealCards {
  do: "DealCards";
  cards: string[];
}

/** One movement of chips at one wager. */
export interface DealerMove {
  seat: number;
  wager: string;
  /**
   * `take` (into the tray; of a wager with a lammer, the lammer), `pay` (beside the wager), `push` (it stays the
   * player's).
   */
  do: string;
  /** What is paid. Of a `take`: what is taken where it is not the whole wager. Nothing for a `push`. */
  chips?: ChipPile[];
}

/** A card that left the deck. */
export interface DealtCard {
  /** Its place in the cut deck; the top card is 0. */
  index: number;
  /** Its face; empty in the proof of an open round where nobody may see it. */
  card: string;
  /** Where it went: seat, dealer, community, … */
  to: string;
  seat: number;
  /** As the trail kept it while it was hidden; empty if it was dealt face up. */
  digest: string;
  /** It left from wherever it lay: found face up and set aside. */
  aside: boolean;
}

export interface Decide {
  do: "Decide";
  seat: number;
  choice: string;
}

export interface Decided {
  is: "Decided";
  seat: number;
  step: string;
  choice: string;
  clause: string;
  for_absent?: boolean;
  folds?: boolean;
}

export interface DecidedWords {
  /** Whose hand wins, and what the dealer needs, in plain words. */
  text: string;
  clause: string;
}

/** One of your decisions that gave something away. */
export interface DecisionCosted {
  table: number;
  /** Of the table. */
  name: string;
  game: string;
  /** Of the game. */
  title: string;
  round: number;
  /** The event of the round that it is. */
  seq: number;
  /** When the round was cleared. */
  at: number;
  practice: boolean;
  seat: number;
  step: string;
  /** Whether the clock chose, because you had not. */
  clock: boolean;
  /** What was chosen, in words. */
  label: string;
  /** What was best, in words. */
  best: string;
  /** What the cost is a part of, in words. */
  unit: string;
  /** Your own, as you saw them then. */
  cards: string[];
  /** The community cards that lay open then. */
  board: string[];
  /** Those of the dealer's that lay open then. */
  dealer: string[];
  mark: "costly" | "good" | "small";
  /** In units of the base, exactly. */
  cost: string;
  cost_percent: number;
  cost_cents: number;
}

/** One of your own decisions. */
export interface DecisionMarked {
  /** The event of the round that it is; 0 where it is told at once. */
  seq: number;
  seat: number;
  step: string;
  choice: string;
  label: string;
  /** Whether the clock chose, because you had not. */
  clock: boolean;
  /** Your own, as you saw them then. */
  cards: string[];
  /** The community cards that lay open then. */
  board: string[];
  state: "ready" | "unknown" | "working";
  /** What the values are parts of, in words. */
  unit: string;
  /** What lay on it, in cents. */
  stake: number;
  mark: "costly" | "good" | "small" | null;
  /** The best choice, in words. */
  best: string;
  /** What the choice gave away, in units of the base, exactly. */
  cost: string;
  cost_percent: number;
  cost_cents: number;
  /** What you could choose, each with its exact worth by what you saw then. */
  choices: Worth[];
}

/** Your last decision at a table. */
export interface DecisionVerdict {
  state: "ready";
  round: number;
  decision: DecisionMarked;
}

/** What the choices of a player's decision are worth, and what his own gave away. */
export interface DecisionWorth {
  /** What the values are parts of, in words. */
  unit: string;
  /** What lies on it, in cents. */
  stake: number;
  /** In the order of the script; as an option has the id of its choice, bars can stand beside the options. */
  choices: Worth[];
  /** What the answer gave away against the best choice, in units of the base, exactly; 0 where it is worth as much. */
  cost: string;
  /** The same in percent of the base. */
  cost_percent: number;
  cost_cents: number;
}

export interface DecisionsReport {
  /** Whether this house has a coach: otherwise nothing is valued. */
  on: boolean;
  /** Rounds that are still being counted; ask again. */
  waiting: number;
  /** Those whose worth is known. */
  decisions: number;
  mistakes: number;
  /** The costliest first. */
  costliest: DecisionCosted[];
  /** The costliest first; those with practice chips after those with real ones. */
  habits: HabitTold[];
}

/** A step of the opening: inspected, verified, spread, looked, washed, stacked. */
export interface DeckMoved {
  is: "DeckMoved";
  deck: number;
  stage: string;
  clause: string;
}

/** The deck is in the shoe, the hand or the device and may be dealt from. */
export interface DeckReady {
  is: "DeckReady";
  deck: number;
  clause: string;
  /** When it came into play, if it had not been before. */
  at?: number;
}

export interface DeckRemoved {
  is: "DeckRemoved";
  deck: number;
  reason: string;
  clause: string;
}

export interface DeckShown {
  number: number;
  stage: string;
  preshuffled: boolean;
  /** The deck in play, or the one that comes next. */
  in_play: boolean;
  /** Since when, in milliseconds since 1970. */
  in_play_at: number | null;
  /** After how many hours it must be changed; null: no such rule. */
  hours: number | null;
}

/**
 * What is asked of a wager, or of a game, that no regulator's rulebook defines: why it is to be offered, who
 * else offers it, and which copyrights, trademarks and patents there are.
 */
export interface Definition {
  reason?: string;
  jurisdictions?: string;
  rights?: string;
}

/** Who looks after what is the house's: accounts, the cage, new tables. */
export interface DeskHeld {
  /** Null while nobody does. */
  process: string | null;
  /** How often it has changed hands; each time one more. */
  epoch: number;
  /** Milliseconds since 1970, by the clock of the database. */
  since: number;
  /** Who had it before. */
  before: string | null;
}

export interface DeviceCounted {
  is: "DeviceCounted";
  deck: number;
  count: number;
  clause: string;
}

/** The number the shuffler shows after its shuffle. */
export interface DeviceCountsCards {
  do: "DeviceCountsCards";
  count: number;
  deck?: number;
}

export interface DeviceFailed {
  is: "DeviceFailed";
  device: string;
  clause: string;
}

export interface DeviceRestored {
  is: "DeviceRestored";
  device: string;
}

export interface DeviceSetAside {
  is: "DeviceSetAside";
  device: string;
  measure: string;
  clause: string;
}

/** A fixed sum whatever the stake; `stake_back` says whether the stake is returned with it (L-12, L-06). */
export interface Dollars {
  type: "dollars";
  cents: number;
  stake_back: boolean;
}

/** An act that was accepted and is kept. */
export interface Done {
  /** The row of the table's trail. */
  seq: number;
  /** It had been accepted before; nothing happened this time. */
  again: boolean;
}

/** A kind of exercise in one game. */
export interface DrillShown {
  drill: string;
  title: string;
  about: string;
  audience: "dealers" | "players";
  topics: TopicShown[];
}

/** One task, as a trainee sees it. */
export interface DrillTask {
  name: TaskName;
  title: string;
  question: string;
  ask: AskChoice | AskNumber | AskMoves;
  shown: Shown[];
  /** The table as it lies before him, where he sits at one. */
  view: View | null;
  /** What has happened, sentence by sentence, where he watches or conducts a round. */
  told: string[];
  /** How the table lay before, where something is to be found by comparing; the earliest first. */
  earlier: TablePicture[];
  /** Whether another task of the same series comes after it. */
  follows: boolean;
}

export interface DutyShown {
  /** The act that is due, as acts are named. */
  do: string;
  /** The role it belongs to. */
  by: string;
  /** Whether one of your roles may do it. */
  yours: boolean;
  /** The name of the step in the rulebook's data. */
  guide: string;
  title: string;
  clause: string;
  /** What the clause asks. */
  text: string;
  /** Clauses that are carried out with it. */
  also: ClauseShown[];
  /** What only people can do; no software records it. */
  reminders: ClauseShown[];
  /** The deck it is about; 0: none. */
  deck: number;
  /** The position it is about; 0: none. */
  seat: number;
  wager: string;
  /** Nothing forces it yet: wagers may still come, or nobody is at the table. */
  waits: boolean;
  /** It asks nothing of whoever does it: it may be done together with what came before it. */
  flows: boolean;
}

export interface Entered {
  /** Shown this once. Send it as `Authorization: Bearer TOKEN`; browsers have a cookie. */
  token: string;
  handle: string;
  roles: string[];
  /** Your chips, in cents: real ones; of a guest, who has no others, practice chips. */
  balance: number;
  /** The page that is yours now. */
  home: string;
}

export interface EnvyPaid {
  is: "EnvyPaid";
  seat: number;
  of_seat: number;
  cents: number;
  clause: string;
  hand?: string;
}

export interface ExamAnswered {
  /** Made by the client, new for every act: sent twice it is done once. Printable characters. */
  id: string;
  /** Which task, from 0. */
  task: number;
  answer: ChoiceAnswer | NumberAnswer | MovesAnswer;
}

/** An exam to be given: the one that covers what a game's state asks, or one of your own. */
export interface ExamAsked {
  /** Made by the client, new for every act: sent twice it is done once. Printable characters. */
  id: string;
  /** Whose default exam it is, where there is no `text`. */
  game?: string;
  /** Of another state than the game's. */
  state?: string;
  /** An exam file (TOML). */
  text?: string;
  /** `same`: everybody has the same tasks; `different`: each trainee has his own. */
  seeds?: "different" | "same";
  /** Who may sit it; nobody named: everybody. */
  trainees?: string[];
}

/** The results of a class. */
export interface ExamClass {
  exam: ExamListed;
  /** The exam as a file. */
  text: string;
  /** By name. */
  trainees: OwnSitting[];
  /** Who was named and has not begun. */
  missing: string[];
}

export interface ExamListed {
  exam: number;
  title: string;
  /** Their titles. */
  games: string[];
  tasks: number;
  minutes: number;
  pass_percent: number;
  given_by: string;
  given_at: number;
  /** `same`: everybody has the same tasks; `different`: each trainee has his own. */
  seeds: "different" | "same";
  /** Whether it can be begun. */
  open: boolean;
  /** Your own sitting. */
  mine: OwnSitting | null;
  /** How many have begun it, for trainers. */
  begun: number | null;
  ended: number | null;
}

export interface ExamNoteShown {
  /** Milliseconds since the beginning. */
  at: number;
  /** `clock_set_back` or `taken_up`. */
  kind: string;
  /** How far the clock was set back, or how long the sitting was left alone. */
  ms: number;
}

/**
 * What came of an exam. The same stands in the signed record. Where everybody has the same tasks, a trainee has
 * his score alone until nobody can sit them any more.
 */
export interface ExamResultShown {
  sitting: number;
  exam: number;
  title: string;
  who: string;
  examiner: string;
  started: number;
  /** `finished`, `handed_in` or `out_of_time`. */
  ended: string;
  lasted: number;
  minutes: number;
  pass_percent: number;
  right: number;
  tasks: number;
  percent: number;
  passed: boolean;
  tasks_an_hour: number;
  rounds_an_hour: number;
  /** Of the record, as papers name it. */
  number: string;
  seed: number | null;
  parts: PartShown[];
  notes: ExamNoteShown[];
  each: ExamTaskShown[];
  /** Why the number, the seed, the parts and the tasks are not told yet; empty where they are. */
  held: string;
}

/** One task of an exam that has ended. */
export interface ExamTaskShown {
  place: number;
  task: DrillTask;
  drill: string;
  right: boolean;
  /** None where there was none: the task counts as wrong, and no verdict is made of it. */
  answer: ChoiceAnswer | NumberAnswer | MovesAnswer | null;
  /** Milliseconds. */
  took: number | null;
  /** What was wrong, each with its clause. */
  missteps: Misstep[];
  solution: ChoiceAnswer | NumberAnswer | MovesAnswer | null;
  /** The right answer in words. */
  words: string;
  /** The rules behind it. */
  why: Misstep[];
}

/** An exam as a file, to be changed and given. */
export interface ExamText {
  game: string;
  state: string;
  /** Whose rules on training are known. */
  states: string[];
  text: string;
}

/** Exams, the newest first: those that you may sit or have sat; for trainers all of them. */
export interface ExamsShown {
  exams: ExamListed[];
  may_give: boolean;
  /** The clock of the house. */
  now: number;
}

/** What the wagers of a table were to bring, for the rounds that can be held against something; cents. */
export interface ExpectedLine {
  table: number;
  practice: boolean;
  expected: number;
  /** What the same wagers brought: payout limits and what meters pay are left out. */
  win: number;
}

export interface ExpectedShown {
  /** When it was looked at: milliseconds since 1970. */
  at: number;
  tables: ExpectedLine[];
}

/** One thing to mend, or to know. */
export interface FaultShown {
  /** The field; rows of it are counted from 1, as in lines[2].pays. */
  key: string;
  message: string;
  clause: string;
  given: string;
  allowed: string;
  suggestion: string;
}

export interface FeedAsked {
  /** Made by the client, new for every act: sent twice it is done once. Printable characters. */
  id: string;
  cards: string[];
  /** These cards were found face up in the shoe: an irregularity, no deal. */
  face_up?: boolean;
  /**
   * These cards lie on the table, some of them unread, and are turned up now by this act of the dealer's: the
   * faces of all of them.
   */
  turned_up?: "" | "SettleHand" | "SettleTable" | "ShowCards";
  /** Whose cards are turned up: one position for SettleHand, those that count for SettleTable. */
  seats?: number[];
}

export interface FeedKey {
  /** Shown this once. The shoe sends it as `Authorization: Feed KEY`. */
  key: string;
}

/** What a regulator asks of the papers and no rule of the game looks at. Days are written 2027-01-15. */
export interface Filing {
  /** The day on which the regulator approved this version; empty means not yet. */
  approved?: string;
  /** The day from which it is in force. */
  effective?: string;
  licence?: string;
  contact?: string;
  preparer?: string;
  /** What signs and cards say to people who have a problem with gambling, with its number. */
  helpline?: string;
  /** By the wager, or `game`; a filing that says nothing of it is written as before. */
  definitions?: Record<string, Definition>;
}

export interface Finding {
  text: string;
  chain: number | null;
  row: number;
  round: number;
}

/** A game explained while a hand is played. */
export interface FirstHandWords {
  /** What the game is about. */
  lead: string;
  wagers: GuidedWagerWords[];
  /** What is told of the steps, in the order of the round. */
  moments: GuidedMomentWords[];
}

/** The dealer has put something before the floorperson; the table stands still until it is ruled on. */
export interface FloorCalled {
  is: "FloorCalled";
  about: Report | CountStub;
  clause: string;
}

/** `pays` for 1: the payment includes the stake, which is not returned beside it. */
export interface ForOne {
  type: "for";
  pays: number;
}

/** What would follow from an act. */
export interface Foreseen {
  /** Whether a deck would leave the table, or a round, a hand or wagers would be lost. */
  grave: boolean;
  /** Each of these in words, in the order in which they would come. */
  follows: string[];
}

/** An act that is not done yet. */
export interface ForeseenAsked {
  do: ReceiveCards | InspectCards | VerifyCards | SpreadCards | LookAtCards | WashCards | StackCards | ShuffleCards | DeviceCountsCards | CutCards | OrderRecut | OrderShuffle | GoIdle | RemoveDeck | SetDeviceAside | RestoreDevice | ChangeProcedure | AdoptTerms | TakeSeat | LeaveSeat | ComeBack | PlaceWager | OpenRound | CloseBets | TakeWagers | DealCards | RemoveStub | CountStub | Decide | CollectFolded | ShowCards | PostContributions | SettleHand | SettleTable | ClearTable | Report | CallFloor | Rule;
  /** The role in which it would be done, where one has several. */
  as?: string | null;
}

/** What was filled in, by the keys of the fields. */
export interface FormAsked {
  values: Record<string, string>;
  rows?: Record<string, string[][]>;
}

/** The submission that the fields say, and all that is wrong with it. */
export interface FormChecked {
  /** TOML. */
  submission: string;
  /** A name for it as a file. */
  file: string;
  faults: FaultShown[];
  notices: FaultShown[];
  /** Beside the terms in force, where it is a table's. */
  changes: ChangeShown[];
}

/** Of a field with rows: what each row says. */
export interface FormColumn {
  name: string;
  label: string;
  kind: "amount" | "choice" | "percent" | "rows" | "text" | "truth" | "whole";
  values: FormValue[];
}

/** One choice of the operator's. */
export interface FormFieldShown {
  /** As a file and its faults write it. */
  key: string;
  label: string;
  kind: "amount" | "choice" | "percent" | "rows" | "text" | "truth" | "whole";
  /** What stands there to begin with. */
  value: string;
  /** From which one chooses; empty where something is written. */
  values: FormValue[];
  clause: string;
  /** All of them must hold, or the field has no meaning and is left out. */
  when: FormWhen[];
  /** Of rows. */
  columns: FormColumn[];
  /** The rows to begin with. */
  rows: string[][];
}

export interface FormSectionShown {
  title: string;
  fields: FormFieldShown[];
}

/** One of the values from which one chooses. */
export interface FormValue {
  value: string;
  /** What it means. */
  said: string;
}

/** Only while another field has one of these values. */
export interface FormWhen {
  key: string;
  values: string[];
}

export interface GameOdds {
  state: "ready";
  game: string;
  title: string;
  /** The table whose terms these are; null: all paytables of the rulebook. */
  table: number | null;
  rows: OddsRow[];
}

export interface GameTitle {
  game: string;
  title: string;
}

export interface GameWords {
  game: string;
  title: string;
  jurisdiction: string;
  regulator: string;
  document: string;
  deck: string;
  /** The colour of its cloth in the middle and at the rail. */
  cloth: string[];
  /** Every card of the deck in words. */
  cards: Record<string, string>;
  /** Those that an ordinary deck does not have. */
  own_cards: Record<string, string>;
  /** The address of drawings of its own cards, with their codes as ids. */
  pictures: string;
  /** Cards that leave a hand when it is shown: they do not count. */
  removed: string[];
  positions: number;
  wagers: WagerWords[];
  areas: AreaWords[];
  /** The round by the procedure in use, in order. */
  steps: StepWords[];
  /** What the staff do, by the names of the steps and duties. */
  tasks: Record<string, TaskWords>;
  roles: Record<string, string>;
  hands: Record<string, string>;
  paytables: PaytableWords[];
  /** The wagers offered, each with the name of its paytable in force. */
  pays: PaysWords[];
  /** How the main wagers are decided. */
  decided: DecidedWords;
  irregularities: MishapWords[];
}

/** Nobody plays: the cards are spread until a player arrives. */
export interface GoIdle {
  do: "GoIdle";
  face_up?: boolean;
}

export interface GuestAsked {
  /** The name at the tables; without one the house gives one. */
  name?: string;
}

export interface GuidedMomentWords {
  step: string;
  says: string;
}

/** Wagers that are made together before the deal, for somebody who makes them for the first time. */
export interface GuidedWagerWords {
  wagers: string[];
  titles: string[];
  optional: boolean;
  says: string[];
  /** What is told of each of them, where there is something. */
  notes: WagerNoteWords[];
}

/** A mistake that you make again and again. */
export interface HabitTold {
  game: string;
  /** Of the game. */
  title: string;
  /** With which hands; empty: with any. */
  about: string;
  /** What is done, in a sentence. */
  says: string;
  times: number;
  /** How often another choice was best, with such hands. */
  cases: number;
  /** What all of it gave away, in cents, exactly. */
  cost: string;
  cost_cents: number;
  practice: boolean;
  /** The costliest of them. */
  examples: DecisionCosted[];
}

/** Half of the wager is collected, the other half goes back. */
export interface Half {
  type: "half";
}

/** A settled player's cards go to the discard rack before the next player's turn. */
export interface HandCollected {
  is: "HandCollected";
  seat: number;
  clause: string;
}

/** What really lies at a place after a misdeal that does not end the round. */
export interface HandCorrected {
  is: "HandCorrected";
  place: string;
  count: number;
  clause: string;
  seat?: number;
}

export interface HandDiscarded {
  is: "HandDiscarded";
  seat: number;
  clause: string;
}

/** What the cards of a position make, as far as you see them; position 0 is the dealer. */
export interface HandInWords {
  seat: number;
  words: string;
}

export interface HandLine {
  seat: number;
  player: string;
  wagered: number;
  returned: number;
}

export interface HandTurned {
  is: "HandTurned";
  seat: number;
  cards: string[];
  clause: string;
  hand?: string;
}

export interface HandVoided {
  is: "HandVoided";
  seat: number;
  clause: string;
}

/** An event with its place in the trail. */
export interface Happened {
  row: number;
  seq: number;
  at: number;
  by: string;
  event: CardsReceived | DeckMoved | CardsShuffled | DeviceCounted | CardsCut | DeckReady | RecutOrdered | ShuffleOrdered | TableIdle | DeckRemoved | DeviceFailed | DeviceSetAside | DeviceRestored | ProcedureChanged | TermsAdopted | SeatTaken | SeatLeft | WagerPlaced | WagerNotAccepted | WagerReturned | RoundOpened | StepOpened | BetsClosed | WagerTaken | ChipsCounted | CardsDealt | CardSetAside | StubRemoved | StubCounted | Decided | WagerCollected | HandDiscarded | CardsShown | ContributionPosted | ContributionReversed | HandTurned | WagerSettled | PayoutCut | MeterPaid | EnvyPaid | HandCollected | TableSettled | TableCleared | Irregularity | RoundVoided | HandVoided | HandCorrected | Owed | WagersForfeited | PlayerAway | PlayerBack | FloorCalled | MatterRaised | MatterSettled;
  /** On the first event of an act: what was asked. */
  act: ReceiveCards | InspectCards | VerifyCards | SpreadCards | LookAtCards | WashCards | StackCards | ShuffleCards | DeviceCountsCards | CutCards | OrderRecut | OrderShuffle | GoIdle | RemoveDeck | SetDeviceAside | RestoreDevice | ChangeProcedure | AdoptTerms | TakeSeat | LeaveSeat | ComeBack | PlaceWager | OpenRound | CloseBets | TakeWagers | DealCards | RemoveStub | CountStub | Decide | CollectFolded | ShowCards | PostContributions | SettleHand | SettleTable | ClearTable | Report | CallFloor | Rule | null;
  /** Why the house acted by itself: automatic, clock, feed, … */
  house: string;
}

/** An event with its place in the trail, in words. */
export interface HappenedWorded {
  row: number;
  seq: number;
  at: number;
  by: string;
  event: CardsReceived | DeckMoved | CardsShuffled | DeviceCounted | CardsCut | DeckReady | RecutOrdered | ShuffleOrdered | TableIdle | DeckRemoved | DeviceFailed | DeviceSetAside | DeviceRestored | ProcedureChanged | TermsAdopted | SeatTaken | SeatLeft | WagerPlaced | WagerNotAccepted | WagerReturned | RoundOpened | StepOpened | BetsClosed | WagerTaken | ChipsCounted | CardsDealt | CardSetAside | StubRemoved | StubCounted | Decided | WagerCollected | HandDiscarded | CardsShown | ContributionPosted | ContributionReversed | HandTurned | WagerSettled | PayoutCut | MeterPaid | EnvyPaid | HandCollected | TableSettled | TableCleared | Irregularity | RoundVoided | HandVoided | HandCorrected | Owed | WagersForfeited | PlayerAway | PlayerBack | FloorCalled | MatterRaised | MatterSettled;
  /** On the first event of an act: what was asked. */
  act: ReceiveCards | InspectCards | VerifyCards | SpreadCards | LookAtCards | WashCards | StackCards | ShuffleCards | DeviceCountsCards | CutCards | OrderRecut | OrderShuffle | GoIdle | RemoveDeck | SetDeviceAside | RestoreDevice | ChangeProcedure | AdoptTerms | TakeSeat | LeaveSeat | ComeBack | PlaceWager | OpenRound | CloseBets | TakeWagers | DealCards | RemoveStub | CountStub | Decide | CollectFolded | ShowCards | PostContributions | SettleHand | SettleTable | ClearTable | Report | CallFloor | Rule | null;
  /** Why the house acted by itself: automatic, clock, feed, … */
  house: string;
  said: string;
  /** What became of a wager, in short: the odds as the table stated them, or that it was collected or goes back. */
  pays: string;
  /** Of a settled wager: what settlement looked at. */
  why: string;
  /** What it brought the position, in cents: winnings, or what was lost. */
  net: number | null;
}

export interface Health {
  status: string;
}

/** The first message of a connection: how the table is now, and what was missed. */
export interface Hello {
  type: "hello";
  seq: number;
  told: Told[];
  fair: Coming[];
  /** Positions from which no more wagers follow. */
  ready: number[];
  clock: Clock | null;
  view: View;
  offers: Offer[];
  /** Your chips in cents; null for those who do not play. */
  balance: number | null;
  /** While wagers are made, for those who play. */
  betting?: Betting;
  /** What waits for a floorperson's ruling, in words, where something does. */
  waits?: string[];
  /** The hands of which you see something, in words: your own as far as it goes, the dealer's when it lies open. */
  hands?: HandInWords[];
  /** So much was missed that it is not told again; the view is whole. */
  gap: boolean;
  you: You;
}

/** The first time that something was wrong. */
export interface HoldAlarm {
  /** `payment`: an amount that nothing pays. `evidence`: the sequential test. */
  kind: string;
  round: number;
  /** Rounds of this wager up to then, this one included. */
  rounds: number;
  why: string;
}

/** In cents: below `low` and above `high` lies at most half of what the level leaves. */
export interface HoldBand {
  level: number;
  low: number;
  high: number;
}

/** What could not be held against anything. */
export interface HoldRefused {
  chain: number;
  table: string;
  /** Empty: the whole table. */
  wager: string;
  why: string;
}

/** All tables. Amounts in cents. */
export interface HoldReport {
  rows: HoldRow[];
  rounds: number;
  /** Rows with an alarm. */
  alarms: number;
  /** The probability that one row ever gives an alarm by the sequential test while nothing is wrong, at most. */
  false_alarm: number;
  left_out: LeftOut;
  refused: HoldRefused[];
  /** Tables with archived rounds that were not looked at. */
  archived: number;
}

/** Cents; from the house's side: what it won. */
export interface HoldResult {
  rounds: number;
  hands: number;
  /** The base of all hands. */
  staked: number;
  at_risk: number;
  win: number;
  expected: number;
  /** What the house wins of a unit of the base: theoretical. */
  edge: number;
  actual_edge: number;
  standard_deviation: number;
  bands: HoldBand[];
  /** How likely a result so far from what is expected is, or farther. */
  chance: number;
  /** Several hands were in a round: the bands are as wide as they can be. Otherwise they are exact. */
  widest: boolean;
  /** Results were put on units of so many cents to find the bands; 0 where that was not needed. */
  rounded: number;
  /** Players decide: what is expected is that of the best play, and only a house that wins too little is an alarm. */
  one_sided: boolean;
  /** The sequential test, as a power of ten. */
  evidence: number;
  ways: Record<string, number>;
  alarm: HoldAlarm | null;
  searches: Search[];
}

/** One wager at one table by one paytable. */
export interface HoldRow {
  wager: string;
  title: string;
  paytable: string | null;
  /** How many were dealt in, where the wager looks at all hands; otherwise 0. */
  players: number;
  without_meters: boolean;
  result: HoldResult;
  chain: number;
  table: string;
  game: string;
  /** Its amounts are practice chips. */
  practice: boolean;
}

/** A report, and when it was made: milliseconds since 1970. */
export interface HoldSeen {
  at: number;
  /** A newer one is being made. */
  working: boolean;
  report: HoldReport;
}

/** The dealer looks for defects; with `sound=False` the deck leaves the table. */
export interface InspectCards {
  do: "InspectCards";
  deck?: number;
  sound?: boolean;
}

/** What was reported and what the rulebook makes of it. */
export interface Irregularity {
  is: "Irregularity";
  kind: string;
  consequence: "by_place" | "complete" | "complete_later" | "forfeit" | "left" | "record" | "remove_deck" | "replace" | "reshuffle" | "set_aside_device" | "use_next" | "void" | "void_hand" | "void_remove" | "void_spare";
  clause: string;
  seat?: number;
  place?: string;
  count?: number;
  cards?: string[];
  detail?: string;
  reading?: string;
}

export interface IrregularityShown {
  kind: string;
  /** One title for all cases of this kind. */
  kind_title: string;
  title: string;
  consequence: string;
  clause: string;
  text: string;
  /** The reading by which the clause is understood here, where there is one. */
  reading: string;
  by: string[];
  /** The moments at which it can happen, in words. */
  during: string[];
  /** Whether this is such a moment. */
  now: boolean;
  /** Where the cards lie, or which device it is. */
  places: string[];
  /** few or many: fewer or more cards than there should be. */
  compare: string;
  /** The ruling with which it is reported, where it needs one. */
  ruling: string;
  /** Why it cannot be reported although this is its moment: no such device is there. */
  missing: string;
}

export interface KindShown {
  kind: string;
  /** One title for all cases of this kind. */
  title: string;
}

/** The layout of a table. */
export interface LayoutShown {
  game: string;
  title: string;
  table: string;
  positions: Position[];
  shared: Place[];
  furniture: Place[];
  inscriptions: Words[];
  /** The clause that orders the odds to be inscribed or posted. */
  odds_clause: string;
  meters: MeterSign[];
  /** What each wager pays, and its limits; left out where the question was `brief`. */
  signs?: WagerSign[];
}

export interface LeaveSeat {
  do: "LeaveSeat";
  seat: number;
}

export interface Ledger {
  balance: number;
  /** These are practice chips. */
  practice: boolean;
  postings: PostingShown[];
  /** What to give as `before` for the postings before these. */
  next: string | null;
}

/** What is in no row. Amounts in cents. */
export interface LeftOut {
  /** Rounds. */
  void: number;
  /** Rounds. */
  irregular: number;
  /** Hands that were void, or whose player had gone. */
  hands: number;
  /** What payout limits took off; the rows have it as if it had been paid. */
  cut: number;
  /** PaidWager for the hands of others. */
  envy: number;
  /** PaidWager from meters. */
  from_meters: number;
}

/** A limit on what one hand may win in a round. */
export interface LimitTerms {
  clause: string;
  cents: number;
  wagers: string[];
}

/** One line of a paytable. `hands` are the hands it pays after the lines above took theirs (X-22). */
export interface Line {
  hand: string;
  hands: string[];
  pay: Lose | Half | Push | Returned | ToOne | ForOne | Dollars | MeterShare;
  clause: string;
  /** Of a wager on the whole table: how many hands were dealt, the dealer's included. */
  column?: number;
}

export interface LineWords {
  hand: string;
  words: string;
  pays: string;
  clause: string;
}

export interface LoginAsked {
  /** The name of an account. */
  handle: string;
  password: string;
}

/** The first player to arrive has had the opportunity to look. */
export interface LookAtCards {
  do: "LookAtCards";
  deck?: number;
}

/** The wager is collected. */
export interface Lose {
  type: "lose";
}

/** Waits for a floorperson's decision and blocks the deal. */
export interface MatterRaised {
  is: "MatterRaised";
  matter: string;
  clause: string;
  seat?: number;
}

export interface MatterSettled {
  is: "MatterSettled";
  matter: string;
  ruling: string;
  clause: string;
  seat?: number;
}

export interface MatterShown {
  matter: string;
  seat: number;
  title: string;
  /** Who sits at the position that it is about; empty where it is about none. */
  player: string;
  /** For those who may rule here; null for everybody else. */
  report: ReportShown | null;
}

/** Of what can be repeated without harm, or shows that it was done: the id may be left out. */
export interface MaybeId {
  id?: string | null;
}

export interface Me {
  handle: string;
  roles: string[];
  /** The operations that your roles permit, by their names. Some want your password again, or a second person. */
  may: string[];
  /** The page that is yours after signing in. */
  home: string;
  guest: boolean;
  /** Your chips, in cents: real ones; of a guest, who has no others, practice chips. */
  balance: number;
  /** Your practice chips, which count at practice tables and nowhere else; cents. */
  practice: number;
  seats: OwnSeat[];
}

export interface MeterEntryShown {
  number: number;
  at: number;
  table: number;
  row: number;
  what: string;
  /** The same in words. */
  said: string;
  /** Millionths of a cent. */
  amount: number;
  added: number;
  before: number;
  after: number;
}

export interface MeterLog {
  entries: MeterEntryShown[];
  next: string | null;
}

export interface MeterPaid {
  is: "MeterPaid";
  meter: string;
  cents: number;
  before: number;
  reading: number;
  clause: string;
  /** What the house put in to reset the meter or hold it at its floor. */
  added?: number;
}

/** A share of a meter as it reads when the player's turn comes; the stake is not returned. */
export interface MeterShare {
  type: "meter";
  meter: string;
  percent: number;
}

export interface MeterShown {
  name: string;
  cents: number;
  tables: number[];
  /** Of practice tables: what it shows is no money. */
  practice: boolean;
}

/** The display of a meter, in whole cents. */
export interface MeterSign {
  name: string;
  cents: number;
  clause: string;
}

/** A progressive meter: its rate in millionths of the wager, its amounts in cents. */
export interface MeterTerms {
  name: string;
  rate: number;
  initial: number;
  reset: number;
  clause: string;
}

/** Meters that another table feeds. */
export interface Meters {
  type: "meters";
  meters: Record<string, number>;
}

export interface MishapWords {
  kind: string;
  title: string;
  /** What follows, as the event of the report names it. */
  does: string;
  consequence: string;
  clause: string;
  during: string[];
  by: string[];
}

/** One thing that was wrong, told apart by its kind. */
export interface Misstep {
  /**
   * `wrong_order`, `wrong_amount`, `wrong_chips`, `wrong_move` (taken, paid and left mixed up), `wrong_choice`, …:
   * what a trainer counts.
   */
  kind: string;
  words: string;
  clause: string;
  /** The mistaken belief that explains it, where there is one: `push_taken`, `paid_on_loss`, … */
  misconception: string;
  /** Where on the table it is, if it is about one wager. */
  seat: number;
  wager: string;
}

export interface Mistake {
  table: number;
  name: string;
  game: string;
  round: number;
  seat: number;
  step: string;
  clause: string;
  cards: string[];
  board: string[];
  base: string;
  stake: number;
  choice: string;
  /** Whether the clock chose, because the player had not. */
  clock: boolean;
  best: string;
  cost: string;
  cost_percent: number;
  cost_cents: number;
  choices: Worth[];
}

export interface MoneyAsked {
  /** Made by the client, new for every act: sent twice it is done once. Printable characters. */
  id: string;
  /** Integer cents. */
  cents: number;
  reason?: string;
}

export interface Moved {
  /** The row of the house's chain in the trail. */
  row: number;
  /** The patron's chips of this kind after it. */
  balance: number | null;
}

export interface MovesAnswer {
  type: "moves";
  moves: DealerMove[];
}

/** A topic that is worth practising now. */
export interface NeededShown {
  game: string;
  drill: string;
  topic: string;
  audience: "dealers" | "players";
  /** `due`: it has come back; `new`: never answered; `later`: nothing asks for it now. */
  why: string;
}

/** An act was not accepted. */
export interface NotDone {
  type: "refused";
  /** Stable; made for programs. */
  code: string;
  /** A sentence for people. */
  message: string;
  /** The clause of the rulebook, where there is one: its document and its number. */
  clause: string;
  /** What was given. */
  given: string;
  /** What would have been allowed. */
  allowed: string;
  /** Null where the message could not be read so far. */
  id: string | null;
}

export interface NumberAnswer {
  type: "number";
  value: number;
}

/** One line of a paytable as a player reads it. */
export interface Odds {
  hand: string;
  pays: string;
  clause: string;
  /** For how many hands, the dealer's included, where the odds depend on it. */
  column: number;
}

/** The house edge at another wager. */
export interface OddsAt {
  /** Cents of the base. */
  stake: number;
  house_edge: string;
  edge: number;
}

/** What is paid for the hand of another player. */
export interface OddsEnvy {
  words: string;
  pays: string;
  clause: string;
}

export interface OddsLine {
  hand: string;
  words: string;
  pays: string;
  clause: string;
  /** Exactly, as a fraction. */
  probability: string;
  chance: number;
  /** Its part of the expected net result in units of the base, exactly. */
  value: string;
  worth: number;
}

export interface OddsMeter {
  name: string;
  /** The reading the figures are for. */
  cents: number;
  /** The reading in cents from which the wager does not lose; null: none. */
  break_even: number | null;
}

export interface OddsPart {
  wager: string;
  title: string;
  ev: string;
  worth: number;
  average_at_risk: string;
  at_risk: number;
  lines: OddsLine[];
}

export interface OddsResult {
  /** Net result in units of the base, exactly. */
  net: string;
  units: number;
  probability: string;
  chance: number;
}

/** One wager by one paytable. Exact figures are fractions, written as text. */
export interface OddsRow {
  wager: string;
  title: string;
  paytable: string | null;
  /** Whether its paytables are those of the numbers of hands dealt. */
  by_hands: boolean;
  /** The paytables that may pay it, as `paytables` of a table names them. */
  families: string[];
  base: string;
  base_title: string;
  house_edge: string;
  edge: number;
  element_of_risk: string;
  risk: number;
  average_at_risk: string;
  at_risk: number;
  variance: string;
  standard_deviation: number;
  hit_frequency: string;
  hits: number;
  parts: OddsPart[];
  distribution: OddsResult[];
  meters: OddsMeter[];
  /** How it was obtained: exact, or simulated. */
  method: string;
  /** How many equally likely deals were counted. */
  deals: number;
  players: number;
  /** Cents of the base, where amounts in dollars or payout limits make it matter. */
  stake: number;
  /** Whether the figures depend on the amount wagered. */
  depends: boolean;
  /** The edge at the least and the most that can be wagered, where it differs. */
  at: OddsAt[];
  /** Paid for hands of others; counted where there is more than one player. */
  envy: OddsEnvy[];
  reading: Record<string, string>;
  notes: string[];
}

/** An act this person may perform: an example of it, the values that may vary, and the clause. */
export interface Offer {
  by: string;
  example: ReceiveCards | InspectCards | VerifyCards | SpreadCards | LookAtCards | WashCards | StackCards | ShuffleCards | DeviceCountsCards | CutCards | OrderRecut | OrderShuffle | GoIdle | RemoveDeck | SetDeviceAside | RestoreDevice | ChangeProcedure | AdoptTerms | TakeSeat | LeaveSeat | ComeBack | PlaceWager | OpenRound | CloseBets | TakeWagers | DealCards | RemoveStub | CountStub | Decide | CollectFolded | ShowCards | PostContributions | SettleHand | SettleTable | ClearTable | Report | CallFloor | Rule;
  clause: string;
  /** The permitted choices, where the act takes one. */
  values: string[];
  minimum: number;
  maximum: number;
  /** The permitted range of amounts or numbers, where the act takes one. */
  step: number;
  /** The sizes of the deliveries that may be brought, in order. */
  cards: number[];
  /** Of a decision: what each of the permitted choices lays down or takes back. */
  cents?: number[];
  /**
   * Of a decision: how many cents the chips of its player lack for each of the permitted choices. Only the house
   * knows it.
   */
  missing?: number[];
  /**
   * Of a wager: the most that the chips of its player pay for here, those wagers included that must be equal to
   * it. Only the house knows it.
   */
  reach?: number;
  /** Of a wager: the highest permitted amount that `reach` pays for; 0 where there is none. */
  most?: number;
}

/** What is asked under an id of its own. */
export interface OnlyId {
  /** Made by the client, new for every act: sent twice it is done once. Printable characters. */
  id: string;
}

export interface OpenRound {
  do: "OpenRound";
}

export interface OrderRecut {
  do: "OrderRecut";
  reason?: string;
}

export interface OrderShuffle {
  do: "OrderShuffle";
  reason?: string;
}

/** The processes, and who has which table. */
export interface Overview {
  /** Whether several processes can be this house: it is on PostgreSQL. */
  several: boolean;
  /** By the clock of the database. */
  now: number;
  desk: DeskHeld | null;
  processes: ProcessSeen[];
  tables: TableHeld[];
}

/** Cards to be dealt before the round goes on: a completion or a replacement. */
export interface Owed {
  is: "Owed";
  to: "box" | "burn" | "community" | "dealer" | "seat" | "thrown";
  count: number;
  clause: string;
  seat?: number;
  up?: boolean;
  /** The step after which they are dealt, now if empty. */
  after?: string;
}

/** All chips of a player, wherever they lie, before his first wager of the round and when it was cleared; cents. */
export interface OwnChips {
  player: string;
  before: number;
  after: number;
}

export interface OwnSeat {
  table: number;
  seat: number;
}

/** Where somebody stands in an exam. */
export interface OwnSitting {
  sitting: number;
  handle: string;
  open: boolean;
  answered: number;
  started: number;
  /** Milliseconds that are left; 0 once it has ended. */
  left: number;
  /** Once it has ended. */
  percent: number | null;
  passed: boolean | null;
  rounds_an_hour: number | null;
  lasted: number | null;
  /** Of the record, once it has ended and may be taken. */
  number: string;
}

/** How one drill of one game went. */
export interface PartShown {
  game: string;
  drill: string;
  title: string;
  right: number;
  tasks: number;
}

export interface PasswordAsked {
  id?: string | null;
  old: string;
  new: string;
}

/** Somebody who plays, found by the beginning of a name. */
export interface PatronFound {
  handle: string;
  /** Real chips, in cents. */
  balance: number;
  /** The tables at which he sits. */
  seats: string[];
}

/**
 * A position that was dealt in. Balances are of all chips of its player, at all tables: the same at each of his
 * positions. What he had after is what he had before, less what he wagered and with what he got at all of them,
 * and with what moved elsewhere meanwhile.
 */
export interface PatronRecall {
  seat: number;
  player: string;
  wagered: number;
  returned: number;
  /** Cents before his first wager of the round; None for players without an account. */
  before: number | null;
  after: number | null;
  /** What came or went meanwhile without this round: bought in, cashed out, played at another table. */
  elsewhere: number | null;
}

/** What a payout limit takes off, as a line of its own. */
export interface PayoutCut {
  is: "PayoutCut";
  seat: number;
  wager: string;
  cents: number;
  clause: string;
}

export interface PaysWords {
  /** The family of wagers, as on the signs of the layout. */
  wager: string;
  title: string;
  /** Its letter in the rulebook; `custom`: the house's own; empty: it has only one. */
  paytable: string;
  /** What must hold for it to be paid, beside the hands of its table; may be empty. */
  needs: string;
}

export interface PaytableUsed {
  wager: string;
  paytable: string;
}

export interface PaytableWords {
  /** The family of wagers it pays. */
  wager: string;
  letter: string;
  /** For how many hands, the dealer's included, where that decides it. */
  column: number;
  lines: LineWords[];
}

/** An area of the layout, or a thing that stands at the table. */
export interface Place {
  id: string;
  title: string;
  clause: string;
  wager: string;
  offered: boolean;
  /** `not offered` on an area that is drawn although the operator does not offer its wager. */
  note: string;
}

/** Puts a wager of `cents` on its area, instead of what lies there; 0 takes it back. */
export interface PlaceWager {
  do: "PlaceWager";
  seat: number;
  wager: string;
  cents: number;
  instrument?: string;
  /** Whether the device that accepts it acknowledged the wager. */
  accepted?: boolean;
}

/** The player has left; the hand is played out without him, or his wagers count as lost. */
export interface PlayerAway {
  is: "PlayerAway";
  seat: number;
  ruling: string;
  clause: string;
}

/**
 * A player who was counted as gone is back: the seat stays his after the round. What becomes of the hand does
 * not change.
 */
export interface PlayerBack {
  is: "PlayerBack";
  seat: number;
  clause: string;
}

/** One player at one game. */
export interface PlayerReview {
  player: string;
  game: string;
  paytable: string | null;
  /** What he can expect of a hand, played as he plays: the best play less what he gives away. In units of the base. */
  edge: number;
  /** Null: it is an estimate from the hands he was dealt. */
  exact: string | null;
  standard_error: number;
  /** Of one hand, under the best play. */
  sd: number;
  /** Under the best play. */
  element_of_risk: number;
  hands: number;
  decisions: number;
  mistakes: number;
  /** All that he gave away in units of the base, exactly, as a fraction. */
  cost: string;
  cost_a_hand: number;
  /** All that he gave away, in cents. */
  cents: number;
  skill: number;
  /** The honest player who fits his choices best. */
  temper: number;
  costliest: CostlyDecision[];
  kinds: SeenKind[];
  /** Kinds of seen cards for which his choices could not be valued, and why. */
  not_valued: Record<string, string>;
  /** The probability that an honest player of any skill of the model ever gets an alarm for one kind, at most. */
  false_alarm: number;
}

/** Your answers to exercises for players. */
export interface PlayerSums {
  answers: number;
  mistakes: number;
  /** Right answers since your last mistake. */
  streak: number;
  /** Your most right answers in a row. */
  longest: number;
  /** What your mistakes gave away, in units of the base wagers, exactly; of the newest five hundred. */
  cost: string;
  cost_percent: number;
  cost_cents: number;
  /** Mistakes whose cost is still being worked out; ask again. */
  waiting: number;
}

/** One player's place. A position that is not open is drawn but not played. */
export interface Position {
  number: number;
  open: boolean;
  places: Place[];
}

export interface PostContributions {
  do: "PostContributions";
  meters?: [string, number][];
}

export interface PostingShown {
  at: number;
  /** 0: the house itself. */
  table: number;
  row: number;
  cents: number;
  why: string;
  /** Why, in words. */
  said: string;
}

/** Why something was refused. Codes are stable; sentences may be improved. */
export interface Problem {
  /** Stable; made for programs. */
  code: string;
  /** A sentence for people. */
  message: string;
  /** The clause of the rulebook, where there is one: its document and its number. */
  clause: string;
  /** What was given. */
  given: string;
  /** What would have been allowed. */
  allowed: string;
}

export interface ProcedureChanged {
  is: "ProcedureChanged";
  procedure: string;
  clause: string;
}

/** One process of the house. */
export interface ProcessSeen {
  id: string;
  name: string;
  address: string;
  version: string;
  joined_at: number;
  /** How long ago it last renewed its lease. */
  renewed_ms: number;
  /** How long its lease runs yet; negative where it has run out and nobody has noticed. */
  left_ms: number;
  draining: boolean;
  /** Whether it looks after what is the house's: accounts, the cage, new tables. */
  desk: boolean;
  tables: number;
  /** Tables, and the desk, that it has taken over from others since it joined. */
  takeovers: number;
}

/** Everything that is needed to shuffle again and compare. */
export interface Proof {
  pitboss_shuffle: 1 | 2;
  table: string;
  chain: number;
  game: string;
  round: number;
  shuffle: number;
  /** `scheme.context_of(table, chain, shuffle)`, as it went into the key. */
  context: string;
  deck: string[];
  commitment: string;
  /** Hex; empty until it is revealed. */
  seed: string;
  seeds: SeatSeed[];
  cuts: number[];
  cards: DealtCard[];
  /** settled or voided; empty until then. */
  ending: string;
  rows: ProofRows;
}

/** Rows of the table's chain in the trail; 0 for what has not happened. */
export interface ProofRows {
  commitment: number;
  shuffled: number;
  reveal: number;
}

export interface ProposalAsked {
  /** Made by the client, new for every act: sent twice it is done once. Printable characters. */
  id: string;
  submission: string;
}

export interface ProposalShown {
  id: number;
  table: number;
  status: string;
  proposed_by: string;
  proposed_at: number;
  approved_by: string;
  approved_at: number;
  digest: string;
  terms: Terms;
  /** What it has otherwise than the terms in force, field by field. */
  changes: ChangeShown[];
}

export interface PublicKey {
  /** Ed25519, hex. */
  public: string;
}

/** The wager neither wins nor loses and goes back. */
export interface Push {
  type: "push";
}

export interface RankedWords {
  words: string;
  /** Cards that make it; none where the game does not show any. */
  cards: string[];
}

/** Which hand beats which. */
export interface RankingWords {
  /** What is dealt and what counts of it. */
  lead: string;
  /** The cards from the highest, where they are not the usual 52. */
  order: string[];
  /** From the highest. */
  hands: RankedWords[];
  /** How the main wagers are decided, in plain words. */
  text: string;
  clause: string;
}

export interface Readiness {
  status: string;
  warnings: string[];
}

export interface ReadingWords {
  id: string;
  title: string;
  choice: string;
  reason: string;
  alternatives: string[];
}

export interface ReadyAsked {
  /** Made by the client, new for every act: sent twice it is done once. Printable characters. */
  id: string;
  seat: number;
}

/** No more wagers follow from this position. */
export interface ReadySaid {
  seat: number;
}

export interface Recall {
  chain: number;
  table: string;
  game: string;
  round: number;
  /** open, settled, void, or given up (before any wager). */
  status: string;
  opened_at: number;
  cleared_at: number | null;
  /** First and last row of the trail. */
  rows: [number, number];
  /** The digest of the terms. */
  terms: string;
  terms_version: number;
  operator: string;
  /** Played at a practice table: its amounts are no money. */
  practice: boolean;
  /** The version of the program that opened the round. */
  pitboss: string;
  paytables: PaytableUsed[];
  shuffle: number | null;
  commitment: string;
  /** Hex, once revealed. */
  seed: string;
  players: PatronRecall[];
  wagers: Happened[];
  decisions: Happened[];
  cards: Happened[];
  contributions: Happened[];
  payments: Happened[];
  irregularities: Happened[];
  /** Everything in order, the above included. */
  events: Happened[];
}

/** What was told of the round of this row, up to it, is to be told again. */
export interface RecallSaid {
  until: number;
}

/** What was told of a round up to a row, told again. */
export interface Recalled {
  type: "recalled";
  id: string;
  told: Told[];
  /** The round is longer than is told again; nothing of it is told. */
  gap: boolean;
}

export interface ReceiveCards {
  do: "ReceiveCards";
  deck?: number;
  preshuffled?: boolean;
}

/** Rounds together: of practice chips, or of real ones. Result = expected - given away + luck + not compared. */
export interface ReckonedSum {
  practice: boolean;
  rounds: number;
  net: number;
  /** Rounds whose result can be compared with what was to be expected. */
  compared: number;
  expected_cents: number;
  /** What mistakes gave away in the rounds that are compared. */
  cost_cents: number;
  luck_cents: number;
  not_compared_cents: number;
  /** Of what the compared rounds bring together. */
  deviation_cents: number;
  decisions: number;
  mistakes: number;
}

export interface Reckoning {
  /** Whether this house has a coach: otherwise nothing is compared. */
  on: boolean;
  /** The one that ended last first. */
  rounds: RoundReckoned[];
  sums: ReckonedSum[];
  /** Rounds that are still being counted; ask again. */
  waiting: number;
  /** `before` of the next page. */
  next: string | null;
  /** When you logged in: milliseconds since 1970. */
  session_since: number;
}

export interface RecutOrdered {
  is: "RecutOrdered";
  deck: number;
  reason: string;
  clause: string;
}

export interface RemoveDeck {
  do: "RemoveDeck";
  deck?: number;
  reason?: string;
}

export interface RemoveStub {
  do: "RemoveStub";
}

/** An irregularity, by the person who saw it. */
export interface Report {
  do: "Report";
  kind: string;
  seat?: number;
  place?: string;
  count?: number;
  cards?: string[];
  ruling?: string;
  detail?: string;
  meters?: [string, number][];
}

/** What raised a matter, as it stands in the trail. */
export interface ReportShown {
  /** When, in milliseconds since 1970. */
  at: number;
  /** The role in which it was reported. */
  by: string;
  /** Who reported it; empty where the house did. */
  name: string;
  /** The irregularity, in the rulebook's words; empty where only chips or cards were counted. */
  title: string;
  /** The same as a sentence: what was reported or counted. */
  said: string;
  /** What was seen, in the words of whoever reported it. */
  detail: string;
  /** Chips counted, where they are what does not agree. */
  chips: number | null;
  /** Chips that should have been there. */
  expected: number | null;
  /** What the dealer has put before the floorperson, as an act; null where a matter came up in another way. */
  about: Report | CountStub | null;
}

/** Money between the cage and the reserve of a meter, or between two reserves. */
export interface ReserveAsked {
  /** Made by the client, new for every act: sent twice it is done once. Printable characters. */
  id: string;
  /** Integer cents. */
  cents: number;
  /** cage or reserve:METER; practice/cage or practice/reserve:METER for a meter of practice tables */
  from: string;
  to: string;
  reason: string;
}

/** A proposal that waits. Its number is that of its row in the chain of the house. */
export interface ReserveMove {
  id: number;
  from: string;
  to: string;
  cents: number;
  reason: string;
  proposed_by: string;
  proposed_at: number;
}

export interface ReservesShown {
  /** What is set aside for each meter, in cents. */
  reserves: Record<string, number>;
  /** What the players have in each meter, in whole cents. */
  pools: Record<string, number>;
  /** The meters of practice tables: these are practice chips, in accounts that begin with `practice/`. */
  practice: string[];
  /** What the cage holds, in cents. */
  cage: number;
  /** What the cage holds in practice chips, in cents. */
  practice_cage: number;
  proposals: ReserveMove[];
}

export interface RestoreDevice {
  do: "RestoreDevice";
  device: string;
}

/** What a wager came to. */
export interface ResultLaid {
  /** Empty where it is paid for the hand of somebody else. */
  wager: string;
  title: string;
  /** The odds as the table stated them, or what else became of it, in short. */
  said: string;
  kind: "cut" | "even" | "lost" | "won";
  /** What it brought the position, in cents. */
  net?: number;
}

/** The wager goes back because the hand or the round is void. */
export interface Returned {
  type: "returned";
}

/** Everybody, or one patron. */
export interface Review {
  /** Null where there are several. */
  game: string | null;
  patron: string | null;
  /** What these players can expect of a hand, all hands together; null where there are several games. */
  edge: number | null;
  exact: string | null;
  standard_error: number;
  sd: number | null;
  element_of_risk: number | null;
  players: PlayerReview[];
  /** Rounds that were void, irregular or with cards that nobody knows. */
  skipped: number;
  /** Games whose decisions cannot be valued, and why. */
  refused: Record<string, string>;
  /** Tables with archived rounds that were not looked at. */
  archived: number;
}

/** A role that people have in the house. */
export interface RoleShown {
  /** As accounts have it. */
  name: string;
  /** The word for it. */
  title: string;
  /** Works at the tables. */
  staff: boolean;
}

export interface RoundDecisions {
  /** Whether this house has a coach: otherwise nothing is valued. */
  on: boolean;
  /** Decisions that are still being counted; ask again. */
  waiting: number;
  decisions: DecisionMarked[];
}

/** A round in the list. What was wagered and returned is counted when it is cleared; cents. */
export interface RoundLine {
  chain: number;
  table: string;
  game: string;
  round: number;
  opened_at: number;
  cleared_at: number | null;
  void: boolean;
  wagered: number;
  returned: number;
  irregularities: number;
  shuffle: number | null;
  /** The digest of the terms it was played under. */
  terms: string;
  first: number;
  last: number | null;
  hands: HandLine[];
  /** Given as `before`, the list goes on after this round. */
  cursor: string;
  /** Of its irregularities, each once, where they are asked for. */
  kinds: string[];
  /** Played at a practice table: its amounts are no money. */
  practice: boolean;
  /** Who dealt it, where people did and they are asked for. */
  dealers: string[];
  /** At a table that the house deals by itself. */
  automatic: boolean;
}

export interface RoundOpened {
  is: "RoundOpened";
  round: number;
  deck: number;
  /** The digest of the terms in force. */
  terms: string;
}

/** One of your rounds. Amounts in cents, your own positions together. */
export interface RoundReckoned {
  table: number;
  /** Of the table. */
  name: string;
  game: string;
  /** Of the game. */
  title: string;
  round: number;
  /** When it was cleared. */
  at: number;
  void: boolean;
  practice: boolean;
  irregularities: number;
  wagered: number;
  returned: number;
  /** What came back less what was wagered. */
  net: number;
  /** Those of your positions, one after the other, as you saw them at the end. */
  cards: string[][];
  /** Those of the dealer's that were turned up. */
  dealer: string[];
  community: string[];
  /** `unknown`: what it was to bring is not compared, since it was void or unusual or cannot be counted. */
  state: "ready" | "unknown" | "working";
  decisions: number;
  mistakes: number;
  worst: "costly" | "good" | "small" | null;
  /** What mistakes gave away, exactly. */
  cost: string;
  cost_cents: number;
  /** What the wagers were to bring under the best play, exactly. */
  expected: string | null;
  expected_cents: number;
  /** What it brought otherwise than was to be expected of these decisions; 0 where that is not compared. */
  luck_cents: number;
  /** The standard deviation of the round. Where it had several wagers, which share cards, it is the most it can be. */
  deviation_cents: number;
}

export interface RoundShown {
  table: number;
  round: number;
  opened_at: number;
  cleared_at: number | null;
  void: boolean;
  /** Played at a practice table: its amounts are no money. */
  practice: boolean;
  wagered: number;
  returned: number;
  irregularities: number;
  hands: HandLine[];
}

/** A round as everybody may know it. */
export interface RoundTold {
  table: number;
  name: string;
  game: string;
  round: number;
  opened_at: number;
  cleared_at: number | null;
  /** Neither over nor given up before any wager. */
  playing: boolean;
  void: boolean;
  /** Played at a practice table: its amounts are no money. */
  practice: boolean;
  wagered: number;
  returned: number;
  irregularities: number;
  shuffle: number | null;
  terms: string;
  hands: HandLine[];
  /** Once it is over: of whoever asks, where he was dealt in. Nobody sees what others have. */
  chips: OwnChips[];
  /**
   * Once it is over: everything, with every face, for those who played it and for those who read the trail; for
   * everybody else what lay face up, and no name.
   */
  events: HappenedWorded[];
  /** While it is not over: what a spectator has heard; names only for those who read the trail. */
  told: Told[];
  /**
   * How the table lay after each of `events` or `told`, as far as the reader may know it; null for what is no
   * event of the game.
   */
  laid: (TableLaid | null)[];
  /** The row of the trail up to which it is told: changes at the table with a higher one came later. */
  seq: number;
}

export interface RoundVoided {
  is: "RoundVoided";
  clause: string;
  spared?: string[];
  /** The clause by which the spared wagers are settled all the same, where it is not that of their settlement. */
  saves?: string;
}

export interface Rounds {
  rounds: RoundShown[];
  /** What to give as `before` for the rounds before these. */
  next: string | null;
}

/** A floorperson's decision on a matter that waits for one. */
export interface Rule {
  do: "Rule";
  matter: string;
  ruling: string;
  seat?: number;
  /** With the ruling `corrected`: what the dealer should have said. */
  instead?: Report | CountStub | null;
  meters?: [string, number][];
}

/** A rule of the strategy that is taught, and what is still lost by somebody who knows it and those before it. */
export interface RuleTaught {
  decision: string;
  /** Of the decision. */
  title: string;
  /** Its place among the rules of the decision, from 1; 0 is the default alone, where no rule is known. */
  number: number;
  words: string;
  /** Against the best play, in units of the base over all deals, exactly; later decisions lose nothing yet. */
  cost: string;
  cost_percent: number;
}

/** A message from a client: its id and exactly one of `do`, `seed`, `ready`, `ping`, `recall` and `speed`. */
export interface Said {
  /** Made by the client, new for every message: an act that is sent twice is done once. */
  id: string;
  do?: ReceiveCards | InspectCards | VerifyCards | SpreadCards | LookAtCards | WashCards | StackCards | ShuffleCards | DeviceCountsCards | CutCards | OrderRecut | OrderShuffle | GoIdle | RemoveDeck | SetDeviceAside | RestoreDevice | ChangeProcedure | AdoptTerms | TakeSeat | LeaveSeat | ComeBack | PlaceWager | OpenRound | CloseBets | TakeWagers | DealCards | RemoveStub | CountStub | Decide | CollectFolded | ShowCards | PostContributions | SettleHand | SettleTable | ClearTable | Report | CallFloor | Rule;
  /** The role in which it is done, where one has several. */
  as?: string;
  seed?: SeedSaid;
  ready?: ReadySaid;
  ping?: true;
  recall?: RecallSaid;
  /** How quickly the automatic dealer works while nobody else sits at the table. */
  speed?: "quick" | "slow" | "usual";
}

export interface SchoolGame {
  game: string;
  title: string;
  drills: DrillShown[];
}

/** What there is to learn, and where you stand. */
export interface SchoolShown {
  games: SchoolGame[];
  /** What you need most first, of the exercises for dealers and of those for players. */
  needed: NeededShown[];
  /** The clock of the house. */
  now: number;
}

/** A line that pays a tenth too much. */
export interface Search {
  hand: string;
  family: string;
  words: string;
  /**
   * Rounds until it pays for the first time, on average. No line gives that amount, so then it is found. None
   * where another line gives the same amount.
   */
  first_seen: number | null;
  /** Rounds until it has paid once with a probability of 95 %. */
  seen_surely: number | null;
  /** Rounds until the test on money alone gives an alarm, about; None where its smallest bet is still too large. */
  by_money: number | null;
}

/** A position: of what is not named here, everything is as it was one event before. */
export interface SeatLaid {
  number: number;
  player?: string;
  /** What lies on each area, in cents. */
  wagers?: Record<string, number>;
  /** Those of the wagers that were collected beforehand and are still alive. */
  lammers?: string[];
  cards?: CardsLaid;
  /** What the cards make, in words, once they are shown. */
  hand?: string;
  /** Folded, void, forfeited or left. */
  out?: boolean;
  results?: ResultLaid[];
  /** What the round has brought the position so far, in cents. */
  net?: number;
}

export interface SeatLeft {
  is: "SeatLeft";
  seat: number;
  player: string;
}

/** What a seat added to the shuffle, and the row of the trail that keeps it. */
export interface SeatSeed {
  seat: number;
  player: string;
  seed: string;
  row: number;
}

export interface SeatTaken {
  is: "SeatTaken";
  seat: number;
  player: string;
  clause: string;
}

export interface SeatView {
  number: number;
  player: string;
  /** What lies on each area, in cents. */
  wagers: Record<string, number>;
  /** Wagers collected beforehand that are still alive. */
  lammers: string[];
  standing: string;
  /** Faces where they may be seen, `??` for the others. */
  cards: string[];
  net: number;
  /** The cards lie in the discard rack, no longer at the position. */
  in_rack: boolean;
}

export interface Seats {
  taken: number;
  all: number;
}

export interface SeedAsked {
  /** Made by the client, new for every act: sent twice it is done once. Printable characters. */
  id: string;
  deck: number;
  seed: string;
}

/** A player's own part of the seed of a coming shuffle. */
export interface SeedSaid {
  deck: number;
  seed: string;
}

/** The player held against somebody who has seen such cards. */
export interface SeenKind {
  /** As `pitboss protect --sees` names it. */
  kind: string;
  decisions: number;
  /** Decisions that do not count, because such a card was never dealt in the round. */
  unknown: number;
  /** What his decisions gave away against the best play of somebody who has seen them, in units of the base a hand. */
  cost: number;
  /**
   * What such a card was worth in his hands: what its best play gains on his choices beyond what is lost by
   * mistake, in units of the base a hand.
   */
  could_win: number;
  /** For having seen, against being honest: as a power of ten. */
  evidence: number;
  /** The highest that it ever was. */
  highest: number;
  /** The hand at which the evidence reached the limit; null where it never did. */
  alarm: number | null;
  /** Hands after which the evidence reaches the limit if he sees such cards; null where it would never. */
  hands_needed: number | null;
  /** Of the player, honest or not, who fits his choices best. */
  skill: number;
}

export interface SessionShown {
  id: string;
  handle: string;
  created_at: number;
  expires_at: number;
  agent: string;
  /** The session that asks. */
  current: boolean;
}

/** A device that cannot be used is covered, removed or marked with a sign. */
export interface SetDeviceAside {
  do: "SetDeviceAside";
  device: string;
  measure: string;
}

export interface SettleHand {
  do: "SettleHand";
  seat: number;
  cards?: string[];
  meters?: [string, number][];
}

/**
 * Settles the wagers that look at all hands, once they are open; `faces` tells the cards of hands nobody has
 * seen yet where the reading counts them (position, cards).
 */
export interface SettleTable {
  do: "SettleTable";
  meters?: [string, number][];
  faces?: [number, string[]][];
}

export interface SetupAsked {
  /** The name of an account. */
  handle: string;
  password: string;
  /** From the set-up link printed at the first start. */
  token: string;
}

/** Turns up what the step asks for; the faces are brought where nobody knew them. */
export interface ShowCards {
  do: "ShowCards";
  cards?: string[];
}

/** A part of what is looked at besides the table: cards with a caption, or a line of text. */
export interface Shown {
  words: string;
  cards: string[];
}

export interface ShuffleCards {
  do: "ShuffleCards";
  deck?: number;
  device?: boolean;
  commitment?: string;
}

export interface ShuffleOrdered {
  is: "ShuffleOrdered";
  deck: number;
  reason: string;
  clause: string;
}

/** A sitting as it stands: the next task, and the time that is left. */
export interface SittingShown {
  sitting: number;
  exam: number;
  title: string;
  open: boolean;
  tasks: number;
  answered: number;
  minutes: number;
  /** Milliseconds. */
  left: number;
  /** Which task it is, from 0; None once the exam has ended. */
  place: number | null;
  /** The title of its drill. */
  drill: string;
  /** Its name has neither topic, seed nor place: they are told with the result. */
  task: DrillTask | null;
}

export interface SpreadCards {
  do: "SpreadCards";
  deck?: number;
}

export interface StackCards {
  do: "StackCards";
  deck?: number;
}

/** The round has come to this step of its script. */
export interface StepOpened {
  is: "StepOpened";
  step: number;
  name: string;
  clause: string;
}

export interface StepWords {
  name: string;
  kind: string;
  title: string;
  clause: string;
  choices: ChoiceWords[];
}

export interface StrategyTaught {
  state: "ready";
  game: string;
  title: string;
  /** What the costs are parts of, in words. */
  unit: string;
  /** What the best play brings, exactly. */
  best: string;
  best_percent: number;
  /** In the order in which they are learnt. */
  rules: RuleTaught[];
}

export interface StubCounted {
  is: "StubCounted";
  stub: number;
  expected: number;
  deck: number;
  /** right, misdealt or not misdealt. */
  verdict: string;
  clause: string;
}

export interface StubRemoved {
  is: "StubRemoved";
  clause: string;
}

export interface SubmissionText {
  /** The terms in force as a Rules Submission, TOML: a place to begin. */
  submission: string;
}

export interface TableAsked {
  /** Made by the client, new for every act: sent twice it is done once. Printable characters. */
  id: string;
  /** A Rules Submission, as TOML text. */
  submission: string;
  dealer?: "automatic" | "person";
  cards?: "feed" | "shuffle";
  /**
   * Meters shared with other tables: the table's name of each and the name under which all feed it. The own meter
   * of a closed table, as 12/Progressive, is taken over with what is in it.
   */
  links?: Record<string, string>;
}

export interface TableCleared {
  is: "TableCleared";
  round: number;
  deck: number;
  void: boolean;
  clause: string;
  next_deck?: number;
}

export interface TableDetails {
  id: number;
  name: string;
  game: string;
  title: string;
  limits: WagerLimits[];
  seats: Seats;
  meters: Record<string, number>;
  step: string;
  round: number;
  paytables: Record<string, string>;
  /** automatic or person */
  dealer: string;
  /** shuffle or feed */
  cards: string;
  /** For practice only: no regulator has approved these terms. */
  practice: boolean;
  /** Left out where the question was `brief`. */
  terms?: Terms;
  layout: LayoutShown;
  view: View;
  seq: number;
  /** The commitments whose shuffles are still to come. */
  fair: Coming[];
}

/** A table and who has it. */
export interface TableHeld {
  /** Null while nobody does. */
  process: string | null;
  /** How often it has changed hands; each time one more. */
  epoch: number;
  /** Milliseconds since 1970, by the clock of the database. */
  since: number;
  /** Who had it before. */
  before: string | null;
  id: number;
  name: string;
  game: string;
  /** Why a process cannot take it up, where nobody has it; empty where none has said so. */
  why: string;
}

export interface TableIdle {
  is: "TableIdle";
  face_up: boolean;
  clause: string;
}

/** How the table lies after an event, as one reader may know it: what is not named here lies as it did before. */
export interface TableLaid {
  seats?: SeatLaid[];
  /** Positions that were left, and at which nothing lies. */
  gone?: number[];
  dealer?: CardsLaid;
  /** What the dealer's cards make, in words, once they are shown. */
  dealer_hand?: string;
  community?: CardsLaid;
  box?: CardsLaid;
  burn?: CardsLaid;
  aside?: CardsLaid;
}

/** A table in the list of tables, with what helps to choose one. */
export interface TableListed {
  id: number;
  name: string;
  game: string;
  title: string;
  limits: WagerLimits[];
  seats: Seats;
  meters: Record<string, number>;
  step: string;
  round: number;
  paytables: Record<string, string>;
  /** automatic or person */
  dealer: string;
  /** shuffle or feed */
  cards: string;
  /** For practice only: no regulator has approved these terms. */
  practice: boolean;
  /** What the game is about, in one sentence. */
  brief: string;
  /** The colour of its cloth in the middle and at the rail. */
  cloth: string[];
  /** How easy its game is for somebody who has never played, as its folder says: 2 very, 1 rather, 0 not said. */
  easy: number;
  /** Who has to decide now; empty where nobody has. */
  asked: string;
  /** Milliseconds until the clock closes the bets or decides for a player; null where none runs. */
  left: number | null;
}

/** The table at an earlier moment, to be compared with how it lies now. */
export interface TablePicture {
  /** When it was. */
  words: string;
  view: View;
  /** How many of the sentences of `told` had happened by then. */
  told: number;
}

/** A table in the record. */
export interface TableRecorded {
  id: number;
  name: string;
  game: string;
  open: boolean;
}

/** The wagers that look at the whole table are done for this step. */
export interface TableSettled {
  is: "TableSettled";
  step: number;
  clause: string;
}

export interface TableShown {
  id: number;
  name: string;
  game: string;
  title: string;
  limits: WagerLimits[];
  seats: Seats;
  meters: Record<string, number>;
  step: string;
  round: number;
  paytables: Record<string, string>;
  /** automatic or person */
  dealer: string;
  /** shuffle or feed */
  cards: string;
  /** For practice only: no regulator has approved these terms. */
  practice: boolean;
}

export interface TakeSeat {
  do: "TakeSeat";
  seat: number;
  player: string;
}

/** The dealer collects the wagers of one kind before the deal and counts the chips. */
export interface TakeWagers {
  do: "TakeWagers";
  wager: string;
  chips: number;
}

export interface TaskAnswered {
  /** Made by the client, new for every act: sent twice it is done once. Printable characters. */
  id: string;
  /** As the task has it. */
  name: TaskName;
  answer: ChoiceAnswer | NumberAnswer | MovesAnswer;
  /** Milliseconds from the task to the answer. */
  took: number;
}

/** Which task it is. The same name makes the same task, under the same edition of the game and the same terms. */
export interface TaskName {
  game: string;
  /** Which kind of exercise: a name of `drills.DRILLS`. */
  drill: string;
  /** What of it is practised: one of the drill's topics for this game. Memory and marks are kept by topic. */
  topic: string;
  seed: number;
  /** Which task of a series, where one seed makes several that follow each other; 0 is the first. */
  place?: number;
}

/** A task; its solution is not in it. */
export interface TaskShown {
  task: DrillTask;
  /** The title of the drill. */
  drill: string;
  /** The title of the topic. */
  topic: string;
  clauses: string[];
  /** You have answered this one before: it is not counted again. */
  answered: boolean;
}

export interface TaskWords {
  title: string;
  clause: string;
  /** Clauses that only people can carry out. */
  reminders: string[];
}

/** Everything the engine needs to know of an operator's choices. */
export interface Terms {
  game: string;
  table: string;
  operator?: string;
  version?: number;
  practice?: boolean;
  approvals?: Record<string, string>;
  positions: number;
  positions_per_player?: number;
  procedure?: string;
  decks?: number;
  /** none, automated or continuous. */
  shuffler?: string;
  shuffler_counts?: boolean;
  shuffler_loads_shoe?: boolean;
  wagers: WagerTerms[];
  meters?: MeterTerms[];
  envy?: Line[];
  limits?: LimitTerms[];
  /** Which cards the progressive looks at, where the operator's approved definition says so. */
  progressive_cards?: string;
  readings?: Record<string, string>;
  breakage?: string;
  smallest_chip?: number;
  /**
   * The version of the game's book by which this table plays. Terms of the first do not state it: they are written
   * as they were before there was another, and have the same fingerprint for ever.
   */
  edition?: number;
  /** Terms without it are written as they were before there was such a thing. */
  filing?: Filing;
}

export interface TermsAdopted {
  is: "TermsAdopted";
  terms: Terms;
}

/** The form of a game. */
export interface TermsForm {
  game: string;
  title: string;
  /** The rulebook, as the ids of its clauses begin. */
  document: string;
  sections: FormSectionShown[];
}

/** `pays` to `per`: the winnings, and the stake comes back as well. */
export interface ToOne {
  type: "to";
  pays: number;
  per?: number;
}

/** An event as one person may know it. */
export interface Told {
  event: string;
  facts: Record<string, any>;
  /** In words for this person; empty where an earlier one of the same run says it as well. */
  said?: string;
  /** Of a payment: the odds as this table states them, or what else it is for. */
  pays?: string;
  /** What it brings the position, in cents: winnings, or what is lost. */
  net?: number | null;
  /** What the position has come to, in short: the hand that it shows, that it has folded or forfeited its wagers. */
  hand?: string;
  /** Of a wager of the main game that is settled: how the hand ended, in one sentence. */
  outcome?: string;
}

/** One thing to be learnt, and where you stand. */
export interface TopicShown {
  topic: string;
  title: string;
  clauses: string[];
  answers: number;
  right: number;
  /** Your last answers, the oldest first: whether each was right. */
  recent: boolean[];
  /** The share of the last answers that were right. */
  accuracy: number | null;
  /** Milliseconds that a right answer takes you, the middle of the last ones. */
  pace: number | null;
  /** When you last answered. */
  last: number | null;
  /** When it comes back; None where it was never answered. */
  due: number | null;
}

/** Somebody of the class. */
export interface Trainee {
  handle: string;
  answers: number;
  right: number;
  /** Milliseconds an answer, on the average. */
  pace: number;
  /** When he last answered. */
  last: number;
  /** The weakest first. */
  topics: TraineeTopic[];
}

export interface TraineeTopic {
  game: string;
  drill: string;
  topic: string;
  title: string;
  answers: number;
  right: number;
  /** Milliseconds of all answers. */
  took: number;
  last: number;
}

export interface TransferAsked {
  /** Made by the client, new for every act: sent twice it is done once. Printable characters. */
  id: string;
  /** Integer cents. */
  cents: number;
  /** cage or patron:NAME */
  from: string;
  to: string;
  reason: string;
}

export interface VerdictShown {
  right: boolean;
  /** What was wrong, each with its clause. */
  missteps: Misstep[];
  solution: ChoiceAnswer | NumberAnswer | MovesAnswer;
  /** The right answer in words. */
  words: string;
  /** The rules behind it. */
  why: Misstep[];
  /** Of a player's decision: what each choice is worth, exactly. */
  worth: DecisionWorth | null;
  /** Whether it was counted; not where this task was answered before. */
  counted: boolean;
  /** Where you stand now. */
  standing: TopicShown;
  /** Whether another task of the same series comes after it. */
  follows: boolean;
}

export interface Verified {
  clean: boolean;
  chains: number;
  rows: number;
  rounds: number;
  total: number;
  findings: Finding[];
  notes: string[];
}

export interface VerifyCards {
  do: "VerifyCards";
  deck?: number;
}

/** The table as one person sees it. */
export interface View {
  game: string;
  table: string;
  practice: boolean;
  round: number;
  step: string;
  clause: string;
  turn: number;
  deck: string;
  seats: SeatView[];
  dealer: string[];
  community: string[];
  box: string[];
  burned: number;
  set_aside: string[];
  void: boolean;
  /** What each meter shows, in cents. */
  meters: Record<string, number>;
  mine: number[];
  /** The hands dealt, the dealer's included, where odds depend on their number: once the device has counted them. */
  column: number;
  /** What waits for a floorperson's ruling, each with its position. */
  matters: [string, number][];
}

export interface Visitor {
  /** Who is logged in, as `/me` tells it; null: nobody. */
  me: Me | null;
}

/** Taken by the house before the settlement: a folded, forfeited or abandoned wager. */
export interface WagerCollected {
  is: "WagerCollected";
  seat: number;
  wager: string;
  cents: number;
  clause: string;
}

export interface WagerLimits {
  wager: string;
  /** What the wager is called at the table. */
  title: string;
  minimum: number;
  maximum: number;
  increment: number;
}

/**
 * A wager on its area, as chips. Without chips and lammer it is a place at which something may have to be paid,
 * such as an envy bonus; it is left alone where nothing is.
 */
export interface WagerLying {
  seat: number;
  wager: string;
  words: string;
  chips: ChipPile[];
  /**
   * The chips were taken before the deal and are in the tray (`words` tell how much); a lammer stands for the
   * wager. A stake that goes back is then paid together with what is won.
   */
  lammer: boolean;
}

/** The device did not acknowledge the wager: it is no wager and goes back. */
export interface WagerNotAccepted {
  is: "WagerNotAccepted";
  seat: number;
  wager: string;
  cents: number;
  clause: string;
}

export interface WagerNoteWords {
  title: string;
  says: string;
}

/** `cents` is what lies on the area now, `before` what lay there until now. */
export interface WagerPlaced {
  is: "WagerPlaced";
  seat: number;
  wager: string;
  cents: number;
  clause: string;
  before?: number;
}

export interface WagerReturned {
  is: "WagerReturned";
  seat: number;
  wager: string;
  cents: number;
  clause: string;
  reason?: string;
}

/** `won` goes to the player, `back` is the stake that goes with it; nothing of either where it loses. */
export interface WagerSettled {
  is: "WagerSettled";
  seat: number;
  wager: string;
  stake: number;
  pay: Lose | Half | Push | Returned | ToOne | ForOne | Dollars | MeterShare;
  won: number;
  back: number;
  clause: string;
  cell?: string[];
  /** What the hand has won so far against each payout limit. */
  totals?: number[];
}

/** A wager as the sign states it: its odds or amounts and its limits in cents. */
export interface WagerSign {
  wager: string;
  title: string;
  odds: Odds[];
  minimum: number;
  maximum: number;
  increment: number;
}

/** Collected before the deal, a lammer in its place; the wager stays alive. */
export interface WagerTaken {
  is: "WagerTaken";
  seat: number;
  wager: string;
  cents: number;
  clause: string;
}

/** A wager as this table offers it. */
export interface WagerTerms {
  id: string;
  minimum: number;
  maximum: number;
  increment: number;
  paytable?: string;
  lines?: Line[];
}

export interface WagerWords {
  id: string;
  title: string;
  clause: string;
  /** The wagers that share a paytable share this. */
  family: string;
  /** The area of the layout where it lies; empty where it has none. */
  area: string;
  compulsory: boolean;
  /** The wager whose amount it must have; empty where it may have any. */
  equal_to: string;
  /**
   * The wagers that must have the same amount and are placed together, itself among them; the leading one first.
   * None where it is not offered, or is made later.
   */
  together: string[];
  /** Made by a decision after the cards are dealt. */
  later: boolean;
  /** Whether these terms offer it. */
  offered: boolean;
  /** Its stakes feed the meters. Whoever makes it is paid for the hands of others. */
  metered: boolean;
}

export interface WagersForfeited {
  is: "WagersForfeited";
  seat: number;
  clause: string;
}

export interface WashCards {
  do: "WashCards";
  deck?: number;
}

/** An inscription. `on_sign` says whether a sign at the table may carry it instead of the layout. */
export interface Words {
  id: string;
  text: string;
  clause: string;
  on_sign: boolean;
  /** As in the book's inscription: column for the odds by the number of hands. */
  shows: string;
}

/** A table in the list of the staff's work. */
export interface WorkLine {
  id: number;
  name: string;
  game: string;
  title: string;
  dealer: string;
  cards: string;
  round: number;
  moment: string;
  seats_taken: number;
  seats: number;
  due: DutyShown | null;
  turn: number;
  matters: MatterShown[];
  /** The rulings that you may give here now. */
  offers: Offer[];
  /** Every ruling in words, by its name; empty where nothing waits. */
  rulings: Record<string, string>;
  /** Positions whose players have no page of this table open. */
  absent: number[];
  decks: DeckShown[];
  shuffler: string;
  shoe: string;
  /** Rounds since the stub was last counted. */
  uncounted: number;
  /** What each meter of the table shows, in cents. */
  meters: Record<string, number>;
  practice: boolean;
  /** New terms that wait for somebody's approval. */
  proposals: number;
}

/** A table from the staff's side. No face-down card is in it. */
export interface WorkShown {
  seq: number;
  /** The step the round is at, in words. */
  moment: string;
  /** Null while a player is to decide. */
  due: DutyShown | null;
  /** The position whose turn it is; 0: none. */
  turn: number;
  procedure: string;
  shuffler: string;
  shoe: string;
  idle: boolean;
  decks: DeckShown[];
  deck_size: number;
  /** Cards of the deck in play that have not left it, by the record. */
  stub: number;
  /** Rounds since the stub was last counted. */
  uncounted: number;
  /** How many cards lie at each place, by the record. */
  places: Record<string, number>;
  /** Positions whose players have no page of this table open; somebody without an account needs none. */
  absent: number[];
  matters: MatterShown[];
  /** Chips in the tray, for those who may see money; cents. */
  inventory: number | null;
  /** All the rulebook knows under these terms. */
  irregularities: IrregularityShown[];
  /** Every ruling in words, by its name; and what follows where nobody rules, by the kind of irregularity. */
  rulings: Record<string, string>;
  /**
   * The cards that the act which is due brings, in their order, where people name them: at a physical deck that no
   * shoe has read.
   */
  named: CardNamed[];
  /** Where people name cards: how many of each have not been seen. Null where they do not. */
  left: Record<string, number> | null;
}

/** It is being worked out; ask again in a moment. */
export interface Working {
  state: "working";
  /** What is being worked out, where that is known. */
  what: string;
  /** Which part of it is done, from 0 to 1. */
  done: number;
}

export interface Worth {
  choice: string;
  label: string;
  /** Expected result of the main wagers in units of the base, exactly, as a fraction. */
  value: string;
  decimal: number;
  /** The same in money, rounded to a cent. */
  cents: number;
  /** What it gives away against the best, in units of the base, exactly. */
  cost: string;
  /** The same in percent of the base. */
  cost_percent: number;
  cost_cents: number;
  best: boolean;
}

export interface You {
  handle: string | null;
  role: string;
}

export type Message = Hello | Change | Meters | Accepted | NotDone | Recalled | Bye;
