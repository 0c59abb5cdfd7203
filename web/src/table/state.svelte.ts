import type {
  Answer,
  Clock,
  Deed,
  Greeting,
  HintTold,
  Payment,
  Problem,
  Refusal,
  Reply,
  Said,
  Seat,
  TableShown,
  Told,
  ToldState,
  View,
  WhyTold,
} from '../wire/live';
import { TableSocket, type Connection } from '../wire/socket';
import { backDeed, controlsOf, fits, stakeDeed, type Controls } from './controls';
import type { TableLayout } from './layout';
import { NOTHING_YET, roundsIn, type RoundPlayed } from './rounds';
import type { TableSeen } from './seen';

/** What was refused, beside what was touched. */
export interface RefusalShown {
  readonly code: string;
  readonly says: string;
  readonly clause: string;
  readonly refusal: Refusal | null;
  /** The bet or the act that was touched. */
  readonly where: string;
  /** How many acts of a batch stand, and of how many. */
  readonly done: number;
  readonly of: number;
}

/** A payment that can be asked why. */
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

const LOG_LINES = 500;
const REFUSAL_TIME = 6000;
const PAYMENTS = 200;
const ROUNDS = 20; // that the strip keeps
const LOOKED_BACK = 300; // states before the present one, which the house has at hand
const BROUGHT = 100_000; // céntimos that one sits down with

/** What the page says aloud: politely, or at once. */
export interface Voice {
  readonly say: (text: string) => void;
  readonly call: (text: string) => void;
  /** Speak the croupier's words, where that is wanted. */
  readonly speak: (text: string) => void;
}

/** A table as these eyes see it: the server's word, replaced whole with each number; nothing is guessed. */
export class TableState implements TableSeen {
  table = $state.raw<TableShown | null>(null);
  /** The number of the state that was told last. */
  number = $state.raw(0);
  view = $state.raw<View | null>(null);
  seats = $state.raw<readonly Seat[]>([]);
  cash = $state.raw<number | null>(null);
  clock = $state.raw<(Clock & { readonly heard: number }) | null>(null);
  commitment = $state.raw<string | null>(null);
  receipt = $state.raw('');
  layout = $state.raw<TableLayout | null>(null);
  log = $state.raw<readonly Line[]>([]);
  call = $state.raw('');
  paid = $state.raw<readonly Paid[]>([]);
  /** The last rounds that ended, the newest at the end. */
  rounds = $state.raw<readonly RoundPlayed[]>([]);
  why = $state.raw<WhyTold | null>(null);
  hint = $state.raw<HintTold | null>(null);
  /** Bets that are asked for and not yet answered: an outline, not a bet. */
  asked = $state.raw<readonly string[]>([]);
  refused = $state.raw<RefusalShown | null>(null);
  connection = $state.raw<Connection>('joining');
  asksAgainAt = $state.raw<number | null>(null);
  farewell = $state.raw<Problem | null>(null);
  /** Has the table moved on before an act came? The number at which it did. */
  movedOn = $state.raw(0);
  /** What I staked in this round, in order; and in the round before. */
  laid = $state.raw<readonly (readonly [string, number])[]>([]);
  before = $state.raw<readonly (readonly [string, number])[]>([]);
  /** What happened with the last number: what drawings may move by. */
  news = $state.raw<readonly Told[]>([]);
  isStopping = $state.raw(false);

  readonly #socket: TableSocket;
  readonly #voice: Voice;
  #calm: ReturnType<typeof setTimeout> | null = null;
  #wasTurn = false;
  #sofar = NOTHING_YET;

  readonly controls: Controls | null = $derived.by(() =>
    this.view && this.layout ? controlsOf(this.view, this.layout.layout) : null,
  );
  /** My seat; nought for who has none. */
  readonly me = $derived(typeof this.view?.eyes === 'number' ? this.view.eyes : 0);
  readonly mySeat = $derived(this.seats.find((seat) => seat.seat === this.me) ?? null);
  readonly mine = $derived((this.view?.chips ?? []).filter(([seat]) => this.me > 0 && seat === this.me));
  readonly staked = $derived(this.mine.reduce((sum, [, , cents]) => sum + cents, 0));
  /** The chips before me: among players what I changed, else all that I have at the table. */
  readonly purse = $derived(
    this.view?.purses.length ? (this.view.purses[this.me - 1] ?? 0) : (this.mySeat?.chips ?? 0),
  );

  constructor(address: string, eyes: string, language: string, voice: Voice) {
    this.#voice = voice;
    this.#socket = new TableSocket(address, eyes, language, {
      hear: (said) => this.#hear(said),
      connected: (connection, asksAgainAt) => {
        this.connection = connection;
        this.asksAgainAt = asksAgainAt;
      },
    });
  }

  close(): void {
    this.#socket.close();
  }

  /** Be told what happens in another language from now on. */
  speak(language: string): void {
    if (this.#socket.language === language) return;
    this.#socket.language = language;
    this.#socket.renew();
  }

  // -------------------------------------------------------------- what is told

  #hear(said: Said): void {
    switch (said.type) {
      case 'hello':
        return this.#greeted(said);
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
    this.#apply(said, false);
    if (isFirst) void this.#lookBack();
  }

  #told(said: ToldState): void {
    this.#apply(said, true);
  }

  #apply(said: Greeting | ToldState, isNews: boolean): void {
    this.number = said.number;
    this.view = said.view;
    this.seats = said.seats;
    this.cash = said.cash;
    this.clock = said.clock && { ...said.clock, heard: performance.now() };
    this.receipt = said.receipt;
    this.news = isNews ? said.events : [];
    this.#note(said.events);
    this.#count(said.events);
    this.#write(said.number, said.says, said.events);
    if (said.says.length && isNews) this.#voice.say(said.says.join(' '));
    this.#tellTurn();
  }

  #note(events: readonly Told[]): void {
    const paid: Paid[] = [];
    for (const { number, nth, event } of events) {
      if (event.event === 'said') this.call = String(event.words);
      if (event.event === 'payment')
        paid.push({ number, nth, round: this.view?.rounds ?? 0, payment: event as Payment });
      if (event.event === 'staked' && event.seat === this.me) {
        this.laid = [...this.laid, [String(event.bet), Number(event.cents)]];
      }
      if (event.event === 'round_over') {
        if (this.laid.length) this.before = this.laid;
        this.laid = [];
      }
      if (/^(table_clos|role_changed|sat_down|got_up)/.test(event.event)) this.#notice(event.event);
    }
    if (paid.length) this.paid = [...this.paid, ...paid].slice(-PAYMENTS);
  }

  /** The strip of the last rounds grows by those that ended. */
  #count(events: readonly Told[]): void {
    const { ended, left } = roundsIn(events, this.view?.rounds ?? 0, this.me, this.#sofar);
    this.#sofar = left;
    if (ended.length) this.rounds = [...this.rounds, ...ended].slice(-ROUNDS);
  }

  /** The rounds before one came: what was told of late, asked for once. */
  async #lookBack(): Promise<void> {
    const { table, number, view, me } = this;
    if (!table || !view?.rounds) return;
    const eyes = me ? `s${String(me)}` : 'rail';
    const since = Math.max(0, number - LOOKED_BACK);
    const answer = await fetch(`/api/tables/${table.table}/events?eyes=${eyes}&since=${String(since)}`);
    if (!answer.ok) return;
    const told = (await answer.json()) as { readonly events: readonly Told[] };
    const until = told.events.filter((one) => one.number <= number);
    const { ended, left } = roundsIn(until, view.rounds, me);
    const whole = since === 0 ? ended : ended.slice(1); // of the first only a part was told
    const later = this.rounds.filter(({ round }) => round > view.rounds);
    this.rounds = [...whole, ...later].slice(-ROUNDS);
    if (this.number === number) this.#sofar = left;
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

  #write(number: number, says: readonly string[], events: readonly Told[]): void {
    if (!says.length) return;
    const isIncident = events.some(({ event }) => event.event === 'happened');
    this.log = [...this.log, ...says.map((text) => ({ number, text, isIncident }))].slice(-LOG_LINES);
  }

  #tellTurn(): void {
    const isTurn = this.me > 0 && this.view?.turn === this.me;
    if (isTurn && !this.#wasTurn) this.#voice.call(this.turnWords);
    this.#wasTurn = isTurn;
  }

  /** What is said when it becomes my turn; the page puts the words in. */
  turnWords = '';

  // -------------------------------------------------------------- what is asked

  /** Do acts in their order, up to the first that is refused; `where` is what was touched. */
  async act(deeds: readonly Deed[], where: string, outlines: readonly string[] = []): Promise<void> {
    if (!deeds.length || !this.view) return;
    this.calm();
    this.asked = outlines;
    const reply = await this.#socket.ask({ type: 'act', at: this.number, acts: deeds });
    this.asked = [];
    this.#answered(reply, where, deeds.length);
  }

  #answered(reply: Reply, where: string, of: number): void {
    if (reply.type === 'refused') {
      const { code, says, clause } = reply.error;
      this.#refuse({ code, says, clause: clause ?? '', refusal: null, where, done: 0, of });
    } else if (reply.type === 'answer' && reply.refusal) this.#refusedAct(reply, reply.refusal, where, of);
  }

  #refusedAct(reply: Answer, refusal: Refusal, where: string, of: number): void {
    if (refusal.code === 'stale') {
      this.movedOn = reply.number;
      this.#voice.say(reply.says);
      return;
    }
    this.#refuse({
      code: refusal.code,
      says: reply.says,
      clause: refusal.clause,
      refusal,
      where,
      done: reply.done,
      of,
    });
  }

  #refuse(refused: RefusalShown): void {
    this.refused = refused;
    this.#voice.call(refused.says);
    this.#calm = setTimeout(() => (this.refused = null), REFUSAL_TIME);
  }

  /** Take the last refusal away. */
  calm(): void {
    if (this.#calm) clearTimeout(this.#calm);
    this.refused = null;
  }

  /** Ask for a bet of so much. */
  async stake(bet: string, cents: number): Promise<void> {
    const stake = this.controls?.stakes.get(bet);
    if (stake) return this.act([stakeDeed(stake, bet, cents)], bet, [bet]);
    const like = this.view?.offers.find((offer) => 'bet' in offer.act && 'cents' in offer.act)?.act;
    return this.act([{ ...(like ?? { do: 'bet' }), by: this.me, bet, cents }], bet);
  }

  /** Ask for so much of a bet back, or all of it. */
  async takeBack(bet: string, cents: number): Promise<void> {
    const found = this.controls?.back.get(bet);
    const lies = this.mine.find(([, on]) => on === bet)?.[2] ?? 0;
    const deed = found && backDeed(found, bet, cents, lies);
    return this.act([deed ?? { do: 'withdraw', by: this.me, bet, cents: lies || cents }], bet);
  }

  /** Take the last stake back. */
  async undo(): Promise<void> {
    const last = this.laid.at(-1);
    if (!last) return;
    this.laid = this.laid.slice(0, -1);
    await this.takeBack(...last);
  }

  /** Take back all that may be taken back. */
  async clear(): Promise<void> {
    const all = [...(this.controls?.back.values() ?? [])].flatMap((back) =>
      back.whole ? [back.whole.act] : [],
    );
    this.laid = [];
    await this.act(all, 'clear');
  }

  /** Lay the bets of the round before again. */
  async repeat(): Promise<void> {
    await this.#lay(this.before, 'repeat');
  }

  /** Lay as much again on every bet of mine. */
  async double(): Promise<void> {
    await this.#lay(
      this.mine.map(([, bet, cents]) => [bet, cents] as const),
      'double',
    );
  }

  async #lay(bets: readonly (readonly [string, number])[], where: string): Promise<void> {
    const deeds = bets.flatMap(([bet, cents]) => {
      const stake = this.controls?.stakes.get(bet);
      return stake ? [stakeDeed(stake, bet, cents)] : [];
    });
    await this.act(
      deeds,
      where,
      bets.map(([bet]) => bet),
    );
  }

  /** Which chips of the rack are worth showing: those that some bet takes. */
  takes(cents: number): boolean {
    const stakes = [...(this.controls?.stakes.values() ?? [])];
    return stakes.some((stake) => fits(stake.cents, cents));
  }

  async ready(): Promise<void> {
    this.#answered(await this.#socket.ask({ type: 'ready' }), 'ready', 1);
  }

  /** Sit down with what is usual, or with as much as the seat holds. */
  async sit(seat: number): Promise<void> {
    const cents = Math.max(BROUGHT, this.view?.purses[seat - 1] ?? 0);
    this.#answered(await this.#socket.ask({ type: 'sit', seat, cents }), `seat:${String(seat)}`, 1);
  }

  async addBot(seat: number, mind: string): Promise<void> {
    this.#answered(await this.#socket.ask({ type: 'bot', seat, mind }), `seat:${String(seat)}`, 1);
  }

  async sendAway(seat: number): Promise<void> {
    this.#answered(await this.#socket.ask({ type: 'send_away', seat }), `seat:${String(seat)}`, 1);
  }

  async stand(): Promise<void> {
    this.#answered(await this.#socket.ask({ type: 'stand' }), 'stand', 1);
  }

  async closeTable(): Promise<void> {
    this.#answered(await this.#socket.ask({ type: 'close' }), 'close', 1);
  }

  async takeRole(role: 'croupier' | 'floor'): Promise<void> {
    this.#answered(await this.#socket.ask({ type: 'take_role', role }), role, 1);
  }

  async leaveRole(role: 'croupier' | 'floor'): Promise<void> {
    this.#answered(await this.#socket.ask({ type: 'leave_role', role }), role, 1);
  }

  async look(eyes: string): Promise<void> {
    this.#answered(await this.#socket.ask({ type: 'look', eyes }), 'look', 1);
  }

  async askWhy(paid: Paid): Promise<void> {
    const reply = await this.#socket.ask({ type: 'why', number: paid.number, nth: paid.nth });
    if (reply.type === 'why') this.why = reply;
    else this.#answered(reply, 'why', 1);
  }

  async askHint(): Promise<void> {
    const reply = await this.#socket.ask({ type: 'hint' });
    if (reply.type === 'hint') this.hint = reply;
    else this.#answered(reply, 'hint', 1);
  }

  /** Why something may not be done now, in sentences; nothing where it may. */
  async whyNot(act: Deed): Promise<readonly string[]> {
    const reply = await this.#socket.ask({ type: 'why_not', act });
    return reply.type === 'why_not' ? reply.says : [];
  }
}
