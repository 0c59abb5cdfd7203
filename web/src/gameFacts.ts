/** Facts about a game that the browser needs before a table is open. One file per game in `games/`, found by name. */

/** Families in the order of the catalogue. */
export const FAMILIES = ['wheels', 'bank', 'house_poker', 'player_bank', 'circle', 'pools'] as const;
export type Family = (typeof FAMILIES)[number];

/** Pages that begin with one game while none is chosen. */
export type StartPage = 'home' | 'tables' | 'odds' | 'check' | 'diff' | 'record' | 'replay';

/** Facts about one game. Everything that the server can say comes from the server. */
export interface GameFacts {
  readonly family: Family;
  /** Its place among the games of its family. */
  readonly order: number;
  /** Folder of its drawing in `cloths/`. Without one it is drawn on the server's grid. */
  readonly cloth?: string;
  /** Bots that are proposed for a new table. */
  readonly bots?: number;
  /** Seat that is proposed to a newcomer. */
  readonly seat?: number;
  /** Pages that begin with this game. */
  readonly startsOn?: readonly StartPage[];
  /** Seed of the round that is played for a reader without a record. */
  readonly sampleSeed?: number;
  /** Its place among the tables that the home page proposes. */
  readonly ready?: number;

  /** Cards of a hand. */
  readonly hand?: number;
  /** Whether other players' cards must be readable. */
  readonly hasOpenCards?: boolean;
  /** Whether five community cards have marked places. */
  readonly hasBoard?: boolean;
  /** Whether seats are numbered against the direction of play. */
  readonly isReversed?: boolean;
  /** Whether it is played with dominoes. */
  readonly usesTiles?: boolean;
  /** Words printed on the cloth. */
  readonly title?: string;
  /** Words printed at a spot, by the kind of its bet, where they differ from the kind's name. */
  readonly printed?: Readonly<Record<string, string>>;

  /** Acts that belong to no decision of the round and are listed apart. */
  readonly sideActs?: readonly string[];
  /** Groups of acts that a player weighs against each other. */
  readonly alternatives?: readonly (readonly string[])[];
  /** Acts that only continue the round, if nothing else may be done. */
  readonly continues?: readonly string[];
  /** Letters that choose an act. */
  readonly keys?: Readonly<Record<string, string>>;

  /** Results in the order in which a draw numbers them, where the equipment never changes. */
  readonly draws?: readonly number[];
}

const files = import.meta.glob<GameFacts>('./games/*.ts', { eager: true, import: 'facts' });

/** The facts of every game, by slug, in the order of the catalogue. */
export const GAMES: ReadonlyMap<string, GameFacts> = new Map(
  Object.entries(files)
    .map(([path, facts]) => [path.replace(/^.*\/(\w+)\.ts$/, '$1'), facts] as const)
    .toSorted(
      ([, one], [, other]) =>
        FAMILIES.indexOf(one.family) - FAMILIES.indexOf(other.family) || one.order - other.order,
    ),
);

/** Return the facts of a game. A game without a file counts as one against the bank. */
export function factsOf(game: string): GameFacts {
  return GAMES.get(game) ?? { family: 'bank', order: 0 };
}

/** Return the family in which the catalogue shows a game. A game of another package names it. */
export function familyOf(game: { readonly game: string; readonly family?: string }): Family {
  return FAMILIES.find((family) => family === game.family) ?? factsOf(game.game).family;
}

/** Return whether a game is played with tickets instead of at a table. */
export function isPool(game: string): boolean {
  return factsOf(game).family === 'pools';
}

/** Return the game that a page begins with. */
export function firstGame(page: StartPage): string {
  return [...GAMES].find(([, facts]) => facts.startsOn?.includes(page))?.[0] ?? '';
}
