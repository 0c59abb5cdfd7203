import type { Announcement } from '../shell/announcer.svelte';
import type { Connection } from '../wire/socket';
import { KeptTable, numbered, type TableState as KeptState } from '../wire/kept';
import type { News } from './announcements';
import { CallQueue } from './calls.svelte';
import { controlsOf, type Controls } from './controls';
import { NO_NAMES, type HandNames } from './handNames';
import { NO_CONSEQUENCES, type Consequences } from './questions';
import { settledBy, isCleared, paymentsIn, type SettledRound } from './settledRound';
import { mayMove, wheelTime } from './motion';
import { fetchHistory, NOTHING_YET, playedIn, roundsIn, type PastRound, type RoundPlayed } from './rounds';
import type { TableScene } from './scene';
import type {
  ActNotOffered,
  Clock,
  DifferenceMessage,
  Greeting,
  HintMessage,
  NumberedHallEvent,
  ServerMessage,
  SeatInfo,
  TableInfo,
  TableMessage,
  WhyMessage,
} from '../wire/generated/live';
import type { Deed } from '../wire/generated/game';
import type { Payment, Refusal, Who } from '../wire/generated/common';
import type { Result } from '../wire/messages';
import type { View } from '../wire/generated/table';
import type { ErrorPayload, LayoutPayload } from '../wire/generated/http';

/** A refusal, shown beside the touched control. */
export interface RefusalInfo {
  readonly code: string;
  readonly says: string;
  readonly clause: string;
  readonly refusal: Refusal | null;
  /** The bet or the act that was touched. */
  readonly where: string;
  /** Number of acts done, and of acts in the request. */
  readonly done: number;
  readonly of: number;
}

/** A payment that can be explained. */
export interface Paid {
  readonly number: number;
  readonly nth: number;
  readonly round: number;
  readonly payment: Payment;
}

export interface Line {
  readonly number: number;
  readonly text: string;
  readonly isIncident: boolean;
}

/** A message with a new state. */
type Update = DifferenceMessage | TableMessage;

/** A new state, and the events that led to it. */
interface Change {
  readonly state: KeptState;
  readonly events: readonly NumberedHallEvent[];
  readonly says: readonly string[];
}

const LOG_LINES = 500;
const PAYMENTS = 200;
const ROUNDS = 20; // rounds that the strip shows
const RESULT: Readonly<Record<string, number>> = { quick: 1500, instant: 1500 };
const USUAL_RESULT = 3000; // milliseconds that a result is shown at least

/** The page's speech output: announcements, urgent ones, and the croupier's calls. */
export interface Speaker {
  readonly say: (text: string, how?: Announcement) => void;
  readonly call: (text: string) => void;
  /** Speaks the croupier's words, if the settings ask for it. */
  readonly speak: (text: string) => void;
}

/** A table from one viewpoint, as the server sends it. Nothing is predicted before the server has confirmed it. */
export abstract class TableFeed implements TableScene {
  table = $state.raw<TableInfo | null>(null);
  /** The number of the last received state. */
  number = $state.raw(0);
  view = $state.raw<View | null>(null);
  seats = $state.raw<readonly SeatInfo[]>([]);
  cash = $state.raw<number | null>(null);
  clock = $state.raw<(Clock & { readonly heard: number }) | null>(null);
  commitment = $state.raw<string | null>(null);
  receipt = $state.raw('');
  layout = $state.raw<LayoutPayload | null>(null);
  log = $state.raw<readonly Line[]>([]);
  /** The result of the last round, until the player's next act or the next coup. */
  result = $state.raw<RoundPlayed | null>(null);
  /** The pace at which the house continues, and the milliseconds of each kind of step at this pace. */
  pace = $state.raw('');
  durations = $state.raw<KeptState['durations']>({});
  /** Milliseconds in which the last message is drawn. */
  drawing = $state.raw(0);
  /** The seats and roles for whom the house waits. */
  awaited = $state.raw<readonly Who[]>([]);
  /** The player's net since sitting down. */
  session = $state.raw(0);
  paid = $state.raw<readonly Paid[]>([]);
  /** The last rounds that ended, the newest at the end. */
  rounds = $state.raw<readonly RoundPlayed[]>([]);
  why = $state.raw<WhyMessage | null>(null);
  hint = $state.raw<HintMessage | null>(null);
  /** Whether a hint is being computed. */
  isHinting = $state.raw(false);
  /** Acts that are not offered now, with the reasons. */
  barred = $state.raw<readonly ActNotOffered[]>([]);
  /** What each act of this turn would cost. */
  consequences = $state.raw<Consequences>(NO_CONSEQUENCES);
  /** The names of shown hands, by owner. */
  names = $state.raw<HandNames>(NO_NAMES);
  /** The view after the irregularity that the floor is about to record. */
  foreseen = $state.raw<View | null>(null);
  /** Bets that are sent and not yet confirmed. They are drawn as outlines. */
  asked = $state.raw<readonly string[]>([]);
  refused = $state.raw<RefusalInfo | null>(null);
  connection = $state.raw<Connection>('joining');
  retryAt = $state.raw<number | null>(null);
  farewell = $state.raw<ErrorPayload | null>(null);
  /** The number of the state that made a late act stale. */
  movedOn = $state.raw(0);
  /** The player's stakes of this round, in order, and those of the round before. */
  laid = $state.raw<readonly (readonly [string, number])[]>([]);
  before = $state.raw<readonly (readonly [string, number])[]>([]);
  /** Events of the last message, which drawings may animate. */
  news = $state.raw<readonly NumberedHallEvent[]>([]);
  decided = $state.raw<SettledRound | null>(null);
  coming = $state.raw<Result | null>(null);
  isStopping = $state.raw(false);

  readonly calls: CallQueue;
  protected readonly speaker: Speaker;
  #resultAt = 0;
  #forget: ReturnType<typeof setTimeout> | null = null;
  /** The act of a bet at this table, for its fields other than spot and amount. */
  protected stakeLike: Deed = { do: 'bet', by: 0 };
  #sofar = NOTHING_YET;
  /** The player's bets as they lay when the cards or the ball came. */
  #opened: Readonly<Record<string, number>> | null = null;
  #paidOfRound: readonly Payment[] = [];
  #kept: KeptTable | null = null;
  #clock: Clock | null = null;
  #held: (readonly [said: Update, heard: number])[] = [];

  readonly controls: Controls | null = $derived.by(() =>
    this.view && this.layout ? controlsOf(this.view, this.layout.layout) : null,
  );
  /** The reader's seat, or 0. */
  readonly me = $derived(typeof this.view?.eyes === 'number' ? this.view.eyes : 0);
  readonly mySeat = $derived(this.seats.find((seat) => seat.seat === this.me) ?? null);
  readonly mine = $derived((this.view?.chips ?? []).filter(([seat]) => this.me > 0 && seat === this.me));
  readonly staked = $derived(this.mine.reduce((sum, [, , cents]) => sum + cents, 0));
  /** The pace at which this player sees the table: without motion, everything at once. */
  get tempo(): string {
    return mayMove() ? this.pace : 'instant';
  }
  /** Whether no other person sits at the table. */
  readonly isAlone = $derived(this.seats.every(({ seat, mind }) => seat === this.me || mind !== ''));
  /** Whether the house waits for players who are not ready, with other people at the table. */
  readonly awaitsReady = $derived(
    !this.isAlone && this.view?.turn === 'croupier' && this.seats.some(({ ready }) => !ready),
  );
  /** Milliseconds that the table waits for an answer, or 0 for any time. */
  readonly patience = $derived(this.table?.pace.patience_ms ?? 0);
  /** The player's chips: those in front of the seat in circle games, else all at the table. */
  readonly purse = $derived(
    this.view?.purses.length ? (this.view.purses[this.me - 1] ?? 0) : (this.mySeat?.chips ?? 0),
  );

  constructor(speaker: Speaker) {
    this.speaker = speaker;
    this.calls = new CallQueue((words) => speaker.speak(words));
  }

  /** Fetch what the offered acts cost, and why others are not offered. */
  protected abstract learnAnswers(): void;

  // -------------------------------------------------------------- messages

  protected hear(said: ServerMessage): void {
    switch (said.type) {
      case 'hello':
        return this.#greeted(said);
      case 'table':
      case 'told':
        return this.#told(said);
      case 'closing':
        this.isStopping = true;
        return;
      case 'bye':
        this.farewell = said.error;
        return;
      default:
        return;
    }
  }

  #greeted(said: Greeting): void {
    this.table = said.table;
    this.commitment = said.commitment;
    this.isStopping = false;
    this.farewell = null;
    const isFirst = this.view === null;
    this.#held = [];
    this.coming = this.decided = null;
    this.#apply(this.#taken(said), false, performance.now());
    if (isFirst) void this.#lookBack();
  }

  /** Apply a message. A result of the wheel waits until the wheel stands still, and later messages wait behind it. */
  #told(said: Update): void {
    const heard = performance.now();
    if (this.#held.length) {
      this.#held.push([said, heard]);
      return;
    }
    const events = said.type === 'told' ? (said.events ?? []) : said.events.map(({ event }) => event);
    const came = events.flatMap((event) => (event.event === 'came' ? [event.result] : []))[0];
    if (said.type === 'told') this.drawing = said.ms ?? 0;
    const time = came?.result === 'pocket' && this.layout?.layout.wheel ? this.ballTime : 0;
    if (!came || !time) return this.#apply(this.#taken(said), true, heard);
    this.coming = came;
    this.#held = [[said, heard]];
    setTimeout(() => this.release(), time);
  }

  /** Milliseconds until the ball lies, by the pace of the table. */
  get ballTime(): number {
    return wheelTime(this.durations.ball);
  }

  /** Show at once what waits for the wheel to stand still. */
  protected release(): void {
    const held = this.#held;
    if (!held.length) return;
    this.#held = [];
    this.coming = null;
    const taken = held.map(([said, heard]) => {
      const change = this.#taken(said);
      this.#apply(change, true, heard);
      return change;
    });
    this.news = taken.flatMap(({ events }) => events);
  }

  /** Keep the table by a message, and return its state with the events that led to it. */
  #taken(said: Update | Greeting): Change {
    if (said.type === 'told' && this.#kept) {
      const since = this.#kept.state.number;
      return {
        state: this.#kept.apply(said),
        events: numbered(said, since),
        says: said.says ?? [],
      };
    }
    if (said.type === 'told') throw new Error('no whole state came before this difference');
    this.#kept = new KeptTable(said);
    return { state: this.#kept.state, events: said.events, says: said.says ?? [] };
  }

  /** Keep the settled round on the table until it is cleared for the next. */
  #noteDecided(told: readonly NumberedHallEvent[]): void {
    const events = told.map(({ event }) => event);
    const decided = this.view && settledBy(this.view, this.#paidOfRound, events);
    this.#paidOfRound = decided ? [] : [...this.#paidOfRound, ...paymentsIn(events)];
    if (decided || isCleared(events, this.me)) this.decided = decided;
  }

  #apply({ state, events, says }: Change, isNews: boolean, heard: number): void {
    if (isNews) this.#noteDecided(events);
    const round = ((this.view ?? state.view).rounds ?? 0) + 1;
    const begins = isNews && this.#opened === null && isNextCoup(events);
    if (begins && this.view) this.#opened = stakesOf(this.view, this.me);
    this.number = state.number;
    this.view = state.view;
    this.seats = state.seats;
    this.cash = state.cash;
    if (state.clock !== this.#clock) this.clock = state.clock && { ...state.clock, heard };
    this.#clock = state.clock;
    this.receipt = state.receipt;
    this.pace = state.pace;
    this.durations = state.durations;
    this.awaited = state.awaited;
    this.news = isNews ? events : [];
    this.#note(events, round);
    const ended = this.#count(events);
    this.#showResult(ended, events, isNews);
    const said = events.flatMap(({ event }) => (event.event === 'said' && isNews ? [event.words] : []));
    this.calls.hear(said, `${String(state.view.rounds ?? 0)} ${state.view.shows.phase}`, this.tempo);
    this.#write(state.number, says, events);
    if (isNews) this.onnews({ events, says, ended });
    this.#noteOffers(state.view);
  }

  /** Remember the act of a bet, and in the player's turn fetch the acts that are not offered. */
  #noteOffers(view: View): void {
    const stake = view.offers.find(({ act }) => 'bet' in act && 'cents' in act && act.do !== 'withdraw');
    if (stake) this.stakeLike = stake.act;
    this.barred = [];
    this.foreseen = null;
    const hasChoice = (this.controls?.questions.size ?? 0) > 0;
    const decides = view.eyes === 'floor' || (view.turn === view.eyes && view.offers.length > 0);
    if (decides || hasChoice) this.learnAnswers();
    else this.consequences = NO_CONSEQUENCES;
  }

  #note(events: readonly NumberedHallEvent[], round: number): void {
    const paid: Paid[] = [];
    for (const { number, nth, event } of events) {
      if (event.event === 'payment') paid.push({ number, nth, round, payment: event });
      if (event.event === 'staked' && event.seat === this.me) {
        this.laid = [...this.laid, [event.bet, event.cents]];
      }
      if (event.event === 'round_over') {
        if (this.laid.length) this.before = this.laid;
        this.laid = [];
      }
      if (/^(table_clos|role_changed|sat_down|got_up)/.test(event.event)) this.#notice(event.event);
    }
    if (paid.length) this.paid = [...this.paid, ...paid].slice(-PAYMENTS);
  }

  /** Show the result of a round that ended, and forget the last one when the next coup comes. */
  #showResult(ended: readonly RoundPlayed[], events: readonly NumberedHallEvent[], isNews: boolean): void {
    const last = ended.at(-1);
    if (last && isNews) {
      if (this.#forget) clearTimeout(this.#forget);
      this.#forget = null;
      this.result = last;
      this.#resultAt = performance.now();
      this.session += ended.reduce((sum, { won }) => sum + (won ?? 0), 0);
      if (last.won !== null) this.onround(last.round, this.#opened ?? {}, last.won);
      this.#opened = null;
    } else if (this.result && isNextCoup(events)) {
      const left = this.#resultAt + (RESULT[this.tempo] ?? USUAL_RESULT) - performance.now();
      this.#forget ??= setTimeout(() => this.forgetResult(), Math.max(0, left));
    }
  }

  /** Clear the result line: the player acts again. */
  forgetResult(): void {
    if (this.#forget) clearTimeout(this.#forget);
    this.#forget = null;
    this.result = null;
  }

  /** Add the rounds that ended to the strip. */
  #count(events: readonly NumberedHallEvent[]): readonly RoundPlayed[] {
    const { ended, left } = roundsIn(events, this.view?.rounds ?? 0, this.me, this.#sofar);
    this.#sofar = left;
    if (ended.length) this.rounds = [...this.rounds, ...ended].slice(-ROUNDS);
    return ended;
  }

  /** Fetch what happened before the page came: the last rounds, their payments and the log. */
  async #lookBack(): Promise<void> {
    const { table, number, me } = this;
    if (!table) return;
    const found = await fetchHistory(table.table, me, ROUNDS);
    if (!found) return;
    const past = found.toReversed();
    const ended = past.filter(({ is_over: isOver }) => isOver);
    const known = ended.map(({ round }) => round);
    this.rounds = [
      ...ended.map((one) => playedIn(one, me)),
      ...this.rounds.filter(({ round }) => !known.includes(round)),
    ].slice(-ROUNDS);
    const paid = past.flatMap(paymentsOf).filter((one) => one.number <= number);
    this.paid = [...paid, ...this.paid].slice(-PAYMENTS);
    const lines = past.flatMap(({ log }) => log).filter((line) => line.number <= number);
    const told = lines.flatMap((line) =>
      line.says.map((text) => ({ number: line.number, text, isIncident: false })),
    );
    this.log = [...told, ...this.log].slice(-LOG_LINES);
    const present = past.find(({ is_over: isOver }) => !isOver);
    if (present && this.number === number) this.#sofar = playedIn(present, me);
  }

  #notice(event: string): void {
    if (!this.table) return;
    if (event === 'table_closes') this.table = { ...this.table, is_closing: true };
    if (event === 'table_closed') this.table = { ...this.table, is_closed: true };
    const taken = this.seats.map((seat) => seat.seat);
    const all = this.layout?.layout.seats ?? Math.max(0, ...taken, ...this.table.free);
    const free = Array.from({ length: all }, (_, nth) => nth + 1).filter((seat) => !taken.includes(seat));
    this.table = { ...this.table, free };
  }

  #write(number: number, says: readonly string[], events: readonly NumberedHallEvent[]): void {
    if (!says.length) return;
    const isIncident = events.some(({ event }) => event.event === 'happened');
    this.log = [...this.log, ...says.map((text) => ({ number, text, isIncident }))].slice(-LOG_LINES);
  }

  /** Receives each round in which the player had a decided bet: its bets and what they won. */
  onround: (round: number, bets: Readonly<Record<string, number>>, won: number) => void = () => undefined;
  /** Receives what a decision cost against the best one, where that is known. */
  ondecision: (cost: number) => void = () => undefined;
  /** Receives the acts of the player before they are sent. */
  onact: (acts: readonly Deed[]) => void = () => undefined;

  /** Receives what each message brought. The page announces it in words. */
  onnews: (news: News) => void = () => undefined;
}

/** Return the bets of a seat that its odds are known by. Chips in a pot are none. */
function stakesOf(view: View, me: number): Readonly<Record<string, number>> {
  if (view.purses.length) return {};
  return Object.fromEntries(view.chips.flatMap(([seat, bet, cents]) => (seat === me ? [[bet, cents]] : [])));
}

/** Return whether events begin the next coup: the bets are closed, cards or dice come. */
function isNextCoup(events: readonly NumberedHallEvent[]): boolean {
  return events.some(({ event }) => event.event === 'dealt' || event.event === 'came');
}

/** Return the payments of a past round, which can be explained. */
export function paymentsOf({ round, payments }: PastRound): readonly Paid[] {
  return payments.map(({ number, nth, payment }) => ({ number, nth, round, payment }));
}
