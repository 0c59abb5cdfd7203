import { TableSocket } from '../wire/socket';
import { backDeed, fits, stakeDeed } from './controls';
import type { Speed } from './paces';
import { consequencesIn } from './questions';
import { fetchHistory } from './rounds';
import { paymentsOf, TableFeed, type Paid, type RefusalInfo, type Speaker } from './feed.svelte';
import type { ActNotOffered, Answer, CoachMessage, WhatIfMessage } from '../wire/generated/live';
import type { Reply, Request } from '../wire/messages';
import type { Deed } from '../wire/generated/game';
import type { Refusal } from '../wire/generated/common';

export type { Paid, Speaker } from './feed.svelte';

const TOP_UP = 100_000; // céntimos of practice chips

/** The connection to one table: its state, and every request to it. */
export class TableState extends TableFeed {
  readonly #socket: TableSocket;

  constructor(address: string, eyes: string, language: string, speaker: Speaker) {
    super(speaker);
    this.#socket = new TableSocket(address, eyes, language, {
      onMessage: (message) => this.hear(message),
      onConnection: (connection, retryAt) => {
        this.connection = connection;
        this.retryAt = retryAt;
      },
    });
  }

  close(): void {
    this.#socket.close();
  }

  /** Receive sentences in another language from now on. */
  speak(language: string): void {
    if (this.#socket.language === language) return;
    this.#socket.language = language;
    this.#socket.renew();
  }

  // -------------------------------------------------------------- requests

  /** Do acts in order, up to the first refused one. `where` is the touched control. */
  async act(deeds: readonly Deed[], where: string, outlines: readonly string[] = []): Promise<void> {
    if (!deeds.length || !this.view) return;
    this.onact(deeds);
    this.calm();
    this.forgetResult();
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
      this.speaker.say(reply.says ?? '');
      return;
    }
    this.#refuse({
      code: refusal.code,
      says: reply.says ?? '',
      clause: refusal.clause,
      refusal,
      where,
      done: reply.done,
      of,
    });
  }

  #refuse(refused: RefusalInfo): void {
    this.refused = refused;
    this.speaker.call(refused.says);
  }

  /** Hide the last refusal. */
  calm(): void {
    this.refused = null;
  }

  /** Stake an amount on a bet. */
  async stake(bet: string, cents: number): Promise<void> {
    const stake = this.controls?.stakes.get(bet);
    if (stake) return this.act([stakeDeed(stake, bet, cents)], bet, [bet]);
    return this.act([{ ...this.stakeLike, by: this.me, bet, cents }], bet);
  }

  /** Take back an amount of a bet, or all of it. */
  async takeBack(bet: string, cents: number): Promise<void> {
    const found = this.controls?.back.get(bet);
    const lies = this.mine.find(([, on]) => on === bet)?.[2] ?? 0;
    const deed = found && backDeed(found, bet, cents, lies);
    return this.act([deed ?? { do: 'withdraw', by: this.me, bet, cents: lies || cents }], bet);
  }

  /** Move a stack from one bet to another. It is staked there first, so that a refusal changes nothing. */
  async move(from: string, to: string): Promise<void> {
    const lies = this.mine.find(([, bet]) => bet === from)?.[2] ?? 0;
    const [stake, back] = [this.controls?.stakes.get(to), this.controls?.back.get(from)?.whole];
    if (!lies || !back || !stake) return this.stake(to, lies);
    const laid = stakeDeed(stake, to, lies);
    await this.act(this.purse >= lies ? [laid, back.act] : [back.act, laid], to, [to]);
  }

  /** Take back the last stake. */
  async undo(): Promise<void> {
    const last = this.laid.at(-1);
    if (!last) return;
    this.laid = this.laid.slice(0, -1);
    await this.takeBack(...last);
  }

  /** Take back every stake that may be taken back. */
  async clear(): Promise<void> {
    const all = [...(this.controls?.back.values() ?? [])].flatMap((back) =>
      back.whole ? [back.whole.act] : [],
    );
    this.laid = [];
    await this.act(all, 'clear');
  }

  /** Stake the bets of the round before again. */
  async repeat(): Promise<void> {
    await this.#lay(this.before, 'repeat');
  }

  /** Stake the bets of the round before again, and play on if they all lie. */
  async repeatAndPlay(): Promise<void> {
    const wanted = this.before.length;
    await this.repeat();
    if (!this.refused && this.mine.length >= Math.min(1, wanted)) await this.arrange({ type: 'ready' });
  }

  /** Double every own bet. */
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

  /** Return whether some bet takes a chip of this worth. */
  takes(cents: number): boolean {
    return this.controls?.ranges.some((range) => fits(range, cents)) ?? false;
  }

  /** Send a table command: take a seat or a role, change the viewpoint, get up, close the table. */
  async arrange(asked: Request, where: string = asked.type): Promise<void> {
    this.#answered(await this.#socket.ask(asked), where, 1);
  }

  /** Sit down: the house sells the usual chips, and the player is ready. Without a seat the first free one. */
  async sit(seat?: number): Promise<void> {
    await this.arrange({ type: 'sit', ...(seat && { seat }), ready: true }, `seat:${String(seat ?? '')}`);
  }

  /** Change the pace of the table. */
  async setPace(speed: Speed): Promise<void> {
    await this.arrange({ type: 'pace', speed });
  }

  /** Finish the deal at once, for a player who is alone at the table. The result is the same, only sooner. */
  async finish(): Promise<void> {
    if (!this.me || !this.isAlone || !this.pace) return;
    const finished = this.#socket.ask({ type: 'finish' });
    this.release();
    await finished;
    this.release();
  }

  /** Put 1,000 € of practice chips before the player. */
  async topUp(): Promise<void> {
    await this.arrange({ type: 'top_up', cents: TOP_UP });
  }

  /** Explain the payments of a past round. Those that the page has not seen are fetched. */
  async explainRound(round: number): Promise<void> {
    let found: readonly Paid[] = this.paid.filter((one) => one.round === round);
    if (!found.length) found = await this.#paidIn(round);
    this.paid = [...this.paid.filter((one) => one.round !== round), ...found];
    const own = found.find(({ payment }) => payment.seat === this.me) ?? found[0];
    if (own) await this.askWhy(own);
    else this.why = null;
  }

  async #paidIn(round: number): Promise<readonly Paid[]> {
    const found = await fetchHistory(this.table?.table ?? '', this.me, 1, round + 1);
    return (found ?? []).filter((one) => one.round === round).flatMap(paymentsOf);
  }

  /** Go back to the viewpoint of the own seat, or of the rail. */
  async lookFromSeat(): Promise<void> {
    const seat = this.table?.my_seats[0];
    await this.arrange({ type: 'look', eyes: seat ? `s${String(seat)}` : 'rail' });
  }

  async askWhy(paid: Paid): Promise<void> {
    const reply = await this.#socket.ask({ type: 'why', number: paid.number, nth: paid.nth });
    if (reply.type === 'why') this.why = reply;
    else this.#answered(reply, 'why', 1);
  }

  async askHint(): Promise<void> {
    this.isHinting = true;
    const reply = await this.#socket.ask({ type: 'hint' });
    this.isHinting = false;
    if (reply.type === 'hint') this.hint = reply;
    else this.#answered(reply, 'hint', 1);
  }

  /** Fetch the reason why an act is not offered: its clause and a sentence. Null if it is offered. */
  async whyNot(act: Deed): Promise<{ readonly clause: string; readonly says: string } | null> {
    const reply = await this.#socket.ask({ type: 'why_not', act });
    if (reply.type !== 'why_not' || !reply.refusal) return null;
    const [, , says = ''] = reply.says; // the act, the phase, the reason
    return { clause: reply.refusal.clause, says: says || (reply.says[0] ?? '') };
  }

  /** Fetch why a bet is not offered now. */
  whyNotBet(bet: string, cents: number): ReturnType<TableState['whyNot']> {
    return this.whyNot({ ...this.stakeLike, by: this.me, bet, cents });
  }

  /** Show why an act is not offered, beside it. */
  explain({ act, refusal, says }: ActNotOffered): void {
    const { code, clause } = refusal;
    this.calm();
    this.#refuse({ code, says, clause, refusal, where: act.do, done: 0, of: 1 });
  }

  /** Fetch the best act on offer, what the others cost, or why that is not known. */
  async askCoach(): Promise<CoachMessage | string> {
    const reply = await this.#socket.ask({ type: 'coach' });
    if (reply.type === 'refused') return reply.error.says;
    return reply.type === 'coach' ? reply : '';
  }

  /** Fetch the consequences of an act before it is done. */
  async whatIf(act: Deed): Promise<WhatIfMessage | null> {
    const reply = await this.#socket.ask({ type: 'what_if', act });
    return reply.type === 'what_if' ? reply : null;
  }

  protected learnAnswers(): void {
    const { number, view } = this;
    void this.#socket.ask({ type: 'not_offered' }).then((reply) => {
      if (reply.type !== 'not_offered' || this.number !== number) return;
      this.barred = reply.acts;
      this.consequences = consequencesIn(view?.offers ?? [], reply.costs ?? []);
    });
  }
}
