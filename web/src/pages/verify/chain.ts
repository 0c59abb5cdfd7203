import { blake2b } from './blake2b';
import { asJson, hex, joined, utf8 } from './bytes';

const LINK = utf8(',"link":"');
const SEAL = utf8('{"lines":');
const SEAL_FIELDS = new Set(['lines', 'last', 'seed', 'player_seed', 'signed']);
const LINES_AT_ONCE = 500;

export type Seal = Readonly<Record<string, unknown>>;

export interface Break {
  readonly code: string;
  readonly line: number;
}

/** The lines of a record without their links, as far as the chain holds, with its seal or its break. */
export interface Chain {
  readonly bodies: readonly Uint8Array[];
  readonly links: readonly string[];
  readonly seal: Seal | null;
  readonly broken: Break | null;
  /** A last line that was only half written. */
  readonly half: number | null;
}

/** Split a line into its body before chaining and its link. */
function parted(line: Uint8Array): [Uint8Array, string | null] {
  if (line.at(-1) !== 0x7d || line.at(-2) !== 0x22) return [line, null];
  for (let at = line.length - LINK.length; at >= 0; at--) {
    if (LINK.every((byte, nth) => line[at + nth] === byte)) {
      const link = new TextDecoder().decode(line.slice(at + LINK.length, line.length - 2));
      return [joined(line.slice(0, at), utf8('}')), link];
    }
  }
  return [line, null];
}

const isSeal = (body: Uint8Array | undefined): boolean =>
  body !== undefined && SEAL.every((byte, nth) => body[nth] === byte);

function linesOf(data: Uint8Array): [Uint8Array[], boolean] {
  const lines: Uint8Array[] = [];
  let from = 0;
  for (let at = data.indexOf(10); at >= 0; at = data.indexOf(10, from)) {
    lines.push(data.subarray(from, at));
    from = at + 1;
  }
  if (from < data.length) lines.push(data.subarray(from));
  return [lines, from < data.length];
}

/** Read the chain of a record from its first line. `breathe` lets the page respond meanwhile. */
export async function readChain(data: Uint8Array, breathe: (share: number) => Promise<void>): Promise<Chain> {
  const [lines, endsOpen] = linesOf(data);
  const none = { seal: null, broken: null, half: null };
  const first = lines[0];
  if (!first || parted(first)[1] === null) return { bodies: lines, links: [], ...none };
  const bodies: Uint8Array[] = [];
  const links: string[] = [];
  let last: Uint8Array = new Uint8Array(32);
  let broken: Break | null = null;
  for (const [nth, line] of lines.entries()) {
    if (nth % LINES_AT_ONCE === LINES_AT_ONCE - 1) await breathe(nth / lines.length);
    const [body, found] = parted(line);
    const link = blake2b(joined(last, body), 32, 'novamas.link');
    if (isSeal(bodies.at(-1))) broken = { code: 'after_seal', line: nth + 1 };
    else if (found !== hex(link)) broken = { code: 'other_link', line: nth + 1 };
    if (broken || found === null) break;
    bodies.push(body);
    links.push(found);
    last = link;
  }
  if (isSeal(bodies.at(-1))) return sealed(bodies, links, broken);
  const isHalf = broken !== null && endsOpen && broken.line === lines.length && lines.length > 1;
  return {
    bodies,
    links,
    seal: null,
    broken: isHalf ? null : broken,
    half: isHalf ? (broken?.line ?? null) : null,
  };
}

function sealed(bodies: Uint8Array[], links: readonly string[], broken: Break | null): Chain {
  const seal = readSeal(bodies.pop());
  const before = links.at(-2) ?? '0'.repeat(64);
  if (!seal || seal.lines !== links.length - 1 || seal.last !== before) {
    return { bodies, links, seal: null, broken: { code: 'other_seal', line: links.length }, half: null };
  }
  return { bodies, links, seal, broken, half: null };
}

function readSeal(body: Uint8Array | undefined): Seal | null {
  const seal = body && asJson(body);
  return seal && Object.keys(seal).every((name) => SEAL_FIELDS.has(name)) ? seal : null;
}
