import { blake2b } from './blake2b';
import { asJson, hex, joined, unhex, utf8 } from './bytes';
import { readChain, type Chain, type Seal } from './chain';
import { factsOf } from '../../gameFacts';
import { ONE_ZERO } from '../../games/families/roulette';
import { drawsOf, keyOf } from './draws';

type Fields = Readonly<Record<string, unknown>>;
type Figures = Readonly<Record<string, string | number>>;

/** One check of a record: passed, failed, or not decidable here. */
export interface Check {
  readonly state: 'good' | 'bad' | 'open';
  readonly code: string;
  readonly figures: Figures;
}
export interface Verified {
  readonly checks: readonly Check[];
  readonly header: Fields | null;
  readonly lines: number;
}
type Tell = (state: Check['state'], code: string, figures?: Figures) => void;

const PLAIN = /^[0-9A-Za-z._/-]{1,128}$/;

/** Verify a record. Results are codes and values, no sentences. */
export async function verify(
  data: Uint8Array,
  house: string,
  receipts: string,
  breathe: (share: number) => Promise<void>,
): Promise<Verified> {
  const chain = await readChain(data, breathe);
  const checks: Check[] = [];
  const tell: Tell = (state, code, figures = {}) => checks.push({ state, code, figures });
  const header = chain.bodies[0] ? asJson(chain.bodies[0]) : null;
  const lines = chain.links.length || chain.bodies.length;
  if (!header || typeof header.game !== 'string' || typeof header.edition !== 'string') {
    tell('bad', chain.broken?.code ?? 'no_record', { line: chain.broken?.line ?? 0 });
    return { checks, header: null, lines };
  }
  if (chain.broken) tell('bad', chain.broken.code, { line: chain.broken.line });
  else if (!chain.links.length) tell('open', 'not_chained');
  if (checks.length) return { checks, header, lines }; // later checks would prove nothing
  tell('good', 'whole', { lines });
  if (chain.half) tell('open', 'half_written', { line: chain.half });
  tell(chain.seal ? 'good' : 'open', chain.seal ? 'sealed' : 'not_sealed');
  promises(header, chain.seal, tell);
  draws(chain, header, tell);
  await signature(header, chain.seal, house, tell);
  await kept(chain, receipts, house, tell);
  return { checks, header, lines };
}

function promises(header: Fields, seal: Seal | null, tell: Tell): void {
  const seeds = [header.commitment, header.player_commitment, seal?.seed, seal?.player_seed];
  if (Number.isInteger(header.number) && seeds.some((one) => one !== null && one !== undefined))
    return tell('bad', 'two_sources', { number: Number(header.number) });
  if (typeof header.commitment === 'string' && header.commitment) {
    if (typeof seal?.seed !== 'string') tell('open', 'not_revealed');
    else {
      const seed = unhex(seal.seed, 32);
      const agrees = seed && hex(blake2b(seed, 32, 'novamas.promise')) === header.commitment.toLowerCase();
      tell(agrees ? 'good' : 'bad', agrees ? 'seed_promised' : 'other_seed');
    }
  } else if (Number.isSafeInteger(header.number))
    tell('open', 'from_number', { number: Number(header.number) });
  else tell('open', 'not_committed');
  if (typeof seal?.player_seed === 'string') {
    const agrees = hex(blake2b(utf8(seal.player_seed), 32, 'novamas.player')) === header.player_commitment;
    tell(agrees ? 'good' : 'bad', agrees ? 'player_promised' : 'other_player_seed');
  }
}

function draws(chain: Chain, header: Fields, tell: Tell): void {
  const drawn = chain.bodies.flatMap((body, at): [number, number][] => {
    const deed = at ? asJson(body) : null;
    return deed?.do === 'drawn' ? [[at + 1, Number(deed.what)]] : [];
  });
  const key = keyOf(header, chain.seal);
  const ways = factsOf(String(header.game)).draws;
  if (!key) return;
  if (!ways) return tell('open', 'draws_not_here', { draws: drawn.length });
  const next = drawsOf(key, ways);
  for (const [line, found] of drawn) {
    const expected = next();
    if (found !== expected) return tell('bad', 'other_draw', { line, found, expected });
  }
  tell('good', 'draws_agree', { draws: drawn.length });
}

// ---------------------------------------------------------------- signatures

function signedText(
  title: string,
  parts: readonly (readonly [string, unknown])[],
): Uint8Array<ArrayBuffer> | null {
  if (!parts.every(([, value]) => PLAIN.test(String(value)))) return null;
  return new Uint8Array(
    utf8(`${title}\n${parts.map(([name, value]) => `${name} ${String(value)}\n`).join('')}`),
  );
}
const seedHash = (text: unknown): string =>
  typeof text === 'string' ? hex(blake2b(utf8(text), 32, 'novamas.seed')) : '-';

// Weak keys, for which anyone can make valid signatures; their sign bit is left out.
const SMALL_ORDER = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  ...['ec', 'ed', 'ee'].map((first) => `${first}${'ff'.repeat(30)}7f`),
]);
const hasSmallOrder = (key: Uint8Array): boolean =>
  SMALL_ORDER.has(hex(key.map((byte, at) => (at === 31 ? byte & 0x7f : byte))));

/** Return whether a signature is valid. Null if this browser cannot check it. */
async function holds(given: Fields, text: Uint8Array<ArrayBuffer> | null): Promise<boolean | null> {
  const key = unhex(given.house, 32);
  const signature = unhex(given.signature, 64);
  if (!key || !signature || !text || hasSmallOrder(key)) return false;
  if (!isSecureContext) return null;
  try {
    const read = await crypto.subtle.importKey('raw', key, { name: 'Ed25519' }, false, ['verify']);
    return await crypto.subtle.verify({ name: 'Ed25519' }, read, signature, text);
  } catch (fault) {
    return fault instanceof DOMException && fault.name === 'DataError' ? false : null;
  }
}

async function signature(header: Fields, seal: Seal | null, house: string, tell: Tell): Promise<void> {
  const signed = seal?.signed as Fields | undefined;
  if (!seal || !signed) return tell(house ? 'bad' : 'open', 'not_signed');
  const text = signedText('novamas seal 1', [
    ['table', signed.table],
    ['lines', seal.lines],
    ['last', seal.last],
    ['commitment', header.commitment ?? '-'],
    ['player-commitment', header.player_commitment ?? '-'],
    ['seed', seedHash(seal.seed)],
    ['player-seed', seedHash(seal.player_seed)],
  ]);
  const figures = { key: String(signed.house).slice(0, 16), table: String(signed.table) };
  const holding = await holds(signed, text);
  if (holding === null) tell('open', 'cannot_sign', figures);
  else if (!holding) tell('bad', 'signature_altered', figures);
  else if (!house) tell('open', 'signed_by_some', figures);
  else if (signed.house === house.trim().toLowerCase()) tell('good', 'signed_by_house', figures);
  else tell('bad', 'other_house', figures);
}

async function kept(chain: Chain, receipts: string, house: string, tell: Tell): Promise<void> {
  for (const [nth, line] of receipts.split('\n').entries()) {
    const text = line.trim();
    if (text) await receipt(chain, text, nth + 1, house, tell);
  }
}

/** Return the hashes by which a receipt may name a line: its link, and the blinded one of a table in play. */
function names(chain: Chain, link: string): string[] {
  const seed = unhex(chain.seal?.seed, 32);
  const bytes = unhex(link, 32);
  return seed && bytes ? [link, hex(blake2b(bytes, 32, 'novamas.blind', seed))] : [link];
}

async function receipt(chain: Chain, text: string, place: number, house: string, tell: Tell): Promise<void> {
  const given = text.startsWith('{') ? asJson(utf8(text)) : null;
  if (given === null) {
    const digits = text.toLowerCase();
    const line =
      chain.links.findIndex((link) => names(chain, link).some((one) => one.startsWith(digits))) + 1;
    if (!/^[0-9a-f]{32,64}$/.test(digits)) return tell('bad', 'no_receipt', { place });
    return tell(line ? 'good' : 'bad', line ? 'receipt_holds' : 'other_receipt', { place, line });
  }
  const told = signedText('novamas receipt 1', [
    ['table', given.table],
    ['line', given.line],
    ['link', given.link],
  ]);
  const holding = await holds(given, told);
  const signed = chain.seal?.signed as Fields | undefined;
  const line = Number(given.line);
  if (holding === null) tell('open', 'receipt_unknown', { place });
  else if (!holding) tell('bad', 'receipt_altered', { place });
  else if (house && given.house !== house.trim().toLowerCase()) tell('bad', 'receipt_other_house', { place });
  else if (signed && signed.table !== given.table)
    tell('bad', 'receipt_other_table', { place, table: String(given.table) });
  else if (!Number.isSafeInteger(given.line) || line < 1) tell('bad', 'no_receipt', { place });
  else if (line > chain.links.length) tell('bad', 'tail_cut_off', { place, line, lines: chain.links.length });
  else if (!names(chain, chain.links[line - 1] ?? '').includes(String(given.link)))
    tell('bad', 'other_story', { place, line });
  else tell('good', 'receipt_signed', { place, line });
}

// ---------------------------------------------------------------- self-test with known answers

const VECTORS: readonly (readonly [string, number, string, string, string])[] = [
  ['abc', 64, '', '', 'ba80a53f981c4d0d6a2797b69f12f6e9'],
  ['', 32, 'novamas.link', '', '0a865e42e35d5139f2dd3efd3c0dc535'],
  ['{"do":"launch","by":"croupier"}', 32, 'novamas.link', '', '6b0b628397fcc9230a1ec7f6b4f87a3c'],
  ['0123456789'.repeat(30), 64, 'novamas', `${'00'.repeat(63)}01`, '91c03ef018207fe8f230a8a850d31c9d'],
];
const SPINS = [26, 2, 7, 21, 33, 23, 29, 16];

/** Return whether this browser computes the known answers. */
export function isSound(): boolean {
  const seed = unhex(`${'00'.repeat(31)}01`, 32) ?? new Uint8Array();
  const next = drawsOf(new Uint8Array(blake2b(joined(seed, utf8('olé')), 64, 'novamas.both')), ONE_ZERO);
  const isHash = VECTORS.every(([text, size, person, key, begins]) =>
    hex(blake2b(utf8(text), size, person, unhex(key, key.length / 2) ?? undefined)).startsWith(begins),
  );
  return isHash && SPINS.every((spin) => next() === spin);
}
