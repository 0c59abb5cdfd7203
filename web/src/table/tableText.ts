import { isTile } from '../pieces/cards';
import { readBet } from '../wire/layout';
import { fill } from '../words/format';
import type { Language } from '../words/voice.svelte';
import { partsOfDeed } from '../wire/messages';
import { termsIn, type Term } from './terms';
import type { Deed } from '../wire/generated/game';
import type { Owner } from '../wire/messages';
import type { Who } from '../wire/generated/common';
import type { DrawnSpot, LayoutPayload } from '../wire/generated/http';

export type Figures = Readonly<Record<string, string | number>>;

/** The texts of novamas in the reader's language, by key: `file.code`. */
export interface Texts {
  readonly language: Language;
  readonly text: (address: string, figures?: Figures) => string;
  readonly has: (address: string) => boolean;
  /** Return a text with its placeholders. */
  readonly raw: (address: string) => string;
}

const LOCALES: Readonly<Record<string, string>> = { es: 'es-ES', ca: 'ca-ES', en: 'en-GB' };
const NOT_SAID = new Set(['do', 'by', 'cents', 'bet', 'box', 'low', 'cards', 'rule', 'words']);

/** Names of everything at a table, in the reader's language. */
export class TableText {
  readonly #texts: Texts;
  readonly #table: LayoutPayload;
  readonly #spots: ReadonlyMap<string, DrawnSpot>;
  #terms: readonly Term[] | undefined;
  readonly #amounts = new Map<number, string>();
  readonly #exact: Intl.NumberFormat;
  readonly #whole: Intl.NumberFormat;

  constructor(texts: Texts, table: LayoutPayload) {
    this.#texts = texts;
    this.#table = table;
    this.#spots = new Map(table.layout.spots.map((spot) => [spot.name, spot]));
    const money = { style: 'currency', currency: table.currency ?? 'EUR' } as const;
    const locale = LOCALES[texts.language] ?? 'es-ES';
    this.#exact = new Intl.NumberFormat(locale, money);
    this.#whole = new Intl.NumberFormat(locale, { ...money, maximumFractionDigits: 0 });
  }

  get language(): Language {
    return this.#texts.language;
  }

  /** Return a text of the table's page. */
  say = (code: string, figures: Figures = {}): string => this.#texts.text(`felt.${code}`, figures);

  /** Return a text that all pages share. */
  page = (code: string, figures: Figures = {}): string => this.#texts.text(`web.${code}`, figures);

  /** Write an amount, without decimals if it is whole. Results are cached, because the same ones recur. */
  money = (cents: number): string => {
    const known = this.#amounts.get(cents);
    if (known !== undefined) return known;
    const written = (cents % 100 ? this.#exact : this.#whole).format(cents / 100);
    if (this.#amounts.size < 2000) this.#amounts.set(cents, written);
    return written;
  };

  get game(): string {
    return capital(this.#named('game', 'name') ?? this.#table.game);
  }

  get about(): string {
    return this.#named('game', 'about') ?? '';
  }

  /** Return the name of a bet, with its hand and its prison. */
  bet = (name: string): string => {
    const parts = readBet(name);
    const spot = this.spot(parts.spot) ?? this.#table.layout.spots.find((one) => one.kind === parts.kind);
    const plain = spot?.words ?? this.#named('bets', parts.kind) ?? this.pot(parts.spot);
    const hand = parts.hand ? this.say('hand_of', { bet: plain, hand: parts.hand + 1 }) : plain;
    return parts.times ? this.say('in_prison', { bet: hand, times: parts.times }) : hand;
  };

  spot = (name: string): DrawnSpot | undefined => this.#spots.get(name);

  /** Return the payout of a spot: “pays 35 to 1”. */
  pays = (spot: DrawnSpot): string => {
    if (!spot.pays) return spot.prizes?.length ? this.say('pays_by_table') : '';
    const [above = '', below = '1'] = spot.pays.split('/');
    return this.say('pays', { above, below });
  };

  /** Return the label of an act's button, with its chosen values. */
  act = (deed: { readonly do: string; readonly by: Who }): string => {
    const word = this.#named('acts', deed.do) ?? this.incident(deed.do);
    const more = partsOfDeed(deed).filter(([part]) => !NOT_SAID.has(part));
    const said = more.map(([, value]) => this.value(value)).filter(Boolean);
    return capital([word, ...said].join(' '));
  };

  /** Return the sentence that explains an act. */
  told = (verb: string): string =>
    this.#texts.has(`acts_told.${verb}`) ? this.#texts.text(`acts_told.${verb}`) : '';

  /** Return the name of a dial's value. */
  value = (value: string | number | boolean | null): string => {
    if (typeof value === 'boolean') return this.say(value ? 'yes' : 'no');
    if (value === null) return '';
    if (typeof value === 'number') return String(value);
    const [, seat] = /^s([1-9]\d*)$/.exec(value) ?? [];
    if (seat) return this.seat(Number(seat));
    const spot = this.spot(value);
    return (
      spot?.words ??
      this.#named('people', value) ??
      this.#named('values', value) ??
      this.#named('bets', value) ??
      (this.#hasBet(value) ? this.bet(value) : value)
    );
  };

  #hasBet(value: string): boolean {
    const kind = readBet(value).kind;
    return this.#table.layout.spots.some((spot) => spot.kind === kind);
  }

  /** Return the name of a dial. */
  dial = (name: string): string => {
    if (name === 'words') return this.say('floor_words');
    const part = this.#texts.has(`parts.${name}`) ? this.#texts.text(`parts.${name}`) : name;
    return capital(part.toLocaleLowerCase().replaceAll('_', ' '));
  };

  phase = (tag: string): string => this.#named('phases', tag) ?? tag;

  pot = (name: string): string => this.#named('pots', name) ?? name;

  marker = (name: string): string => this.#named('markers', name) ?? name;

  /** Return the name of an irregularity. */
  incident = (verb: string): string =>
    this.#named('incidents', verb) ?? this.#texts.text(`incidents_typed.${verb}`);

  colour = (name: string): string => this.#named('colours', name) ?? name;

  owner = (owner: Owner): string => {
    const place = this.#named('places', String(owner));
    return place ?? (Number.isNaN(Number(owner)) ? this.value(String(owner)) : this.seat(Number(owner)));
  };

  seat = (seat: number): string => this.#texts.text('people.seat', { seat });

  who = (who: Who): string => (typeof who === 'number' ? this.seat(who) : this.#texts.text(`people.${who}`));

  /** The terms of the trade at this table: their forms, and what they mean. */
  get terms(): readonly Term[] {
    return (this.#terms ??= termsIn(Object.values(this.#table.words.glosses ?? {})));
  }

  /** Return the name of a bot on its plate. Every seat has another. */
  bot = (seat: number): string => {
    const names = this.say('bot_names').split(', ');
    return this.say('bot_plate', { name: names[(seat - 1) % names.length] ?? '' });
  };

  mind = (mind: string): string => this.say('bot', { mind: this.#texts.text(`minds.${mind}`) });

  /** Return the question to the player whose turn it is, in the game's own words if it has some. */
  asks = (phase: string, figures: Figures): string => {
    const free = figures.price === 0 && this.#texts.has(`asks.${phase}_free`) ? `${phase}_free` : phase;
    const own = this.#named('asks', free);
    if (own !== undefined) return own;
    return this.#texts.has(`asks.${free}`) ? this.#texts.text(`asks.${free}`, figures) : '';
  };

  /** Return the question with the first of these codes that has a text. */
  question = (codes: readonly string[], figures: Figures): string => {
    const template = this.#firstOf('questions', codes);
    return template === undefined ? '' : capital(this.#filled(template, figures));
  };

  /** Return the sentence of a step of the first round, with the first of these codes. */
  tour = (codes: readonly string[]): string => this.#filled(this.#firstOf('tour', codes) ?? '', {});

  /** Return an act as an answer to a question: its word and its consequence. */
  answer = (deed: Deed, phase: string, codes: readonly string[], figures: Figures): string => {
    const found = [...codes, phase].map((code) => `${code}_${deed.do}`);
    const template = this.#firstOf('answers', [...found, deed.do]);
    return template === undefined ? this.act(deed) : this.#filled(template, figures);
  };

  /** Return an answer that is no act of the game: to repeat, to sit out. */
  reply = (code: string, figures: Figures = {}): string =>
    this.#filled(this.#firstOf('answers', [code]) ?? code, figures);

  /** Return the bets with which a game says that the round may be opened, of those that are offered. */
  openingBets = (isOffered: (bet: string) => boolean): readonly string[] =>
    Object.keys(this.#table.words.answers ?? {})
      .flatMap((code) => /^bet_(.+)$/.exec(code)?.[1] ?? [])
      .filter(isOffered);

  /** Return what happens if a player says nothing, where this act is the default. */
  silence = (deed: Deed, codes: readonly string[]): string => {
    const template = this.#firstOf('defaults', [...codes.map((code) => `${code}_${deed.do}`), deed.do]);
    return template ?? this.act(deed).toLocaleLowerCase();
  };

  /** Return the first text of a file that has one of these codes, the game's own before the general one. */
  #firstOf(shelf: string, codes: readonly string[]): string | undefined {
    for (const code of codes) {
      const own = this.#named(shelf, code);
      if (own !== undefined) return own;
      if (this.#texts.has(`${shelf}.${code}`)) return this.#texts.raw(`${shelf}.${code}`);
    }
    return undefined;
  }

  /** Fill a text. What follows its colon, or its last sentence, goes while a figure of it is not known. */
  #filled(template: string, figures: Figures): string {
    const parts = template.split(/(?=: )|(?<=[.?!]) /);
    const known = parts.filter((part) =>
      [...part.matchAll(/\{(\w+)/g)].every(([, name]) => figures[name ?? ''] !== undefined),
    );
    const whole = known.map((part) => (part.startsWith(': ') ? part : ` ${part}`)).join('');
    const amounts = whole.replace(/\{(\w+):money\}/g, (_, name: string) => this.money(Number(figures[name])));
    return fill(amounts.trim(), figures, this.language);
  }

  /** Return the heading of a refusal. */
  refusal = (code: string): string =>
    this.#texts.has(`felt.refused_${code}`) ? this.say(`refused_${code}`) : this.say('refused');

  /** Return a sentence without the clause at its end, which is shown beside it as a link. */
  bare = (says: string): string => says.replace(/\s*\([A-Z]{2}\d{2}\.[^)]*\)\s*$/, '');

  /** Return the name of a card or a tile: «as de picas». */
  card = (name: string): string => {
    if (!name) return this.say('face_down');
    if (name === 'Jk') return this.#first('cards.joker');
    if (isTile(name)) return this.say('tile', { tile: name.replace(':', '-') });
    const [rank, suit] = [
      this.#first(`cards.rank_${name.charAt(0)}`),
      this.#first(`cards.suit_${name.charAt(1)}`),
    ];
    return this.say('card', { rank, suit });
  };

  #first(address: string): string {
    return this.#texts.text(address).split('|')[0] ?? '';
  }

  #named(shelf: string, code: string): string | undefined {
    return this.#table.words[shelf]?.[code];
  }
}

/** Return a text with a capital first letter. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
