/** The parts of a bet's name: its kind, its place, its hand, and the number of times in prison. */
export interface BetName {
  readonly kind: string;
  readonly place: string;
  readonly hand: number;
  readonly times: number;
  /** Its spot on the cloth. */
  readonly spot: string;
}

const WRITTEN = /^(\w+)(?::([\w:-]+))?(?:\.([1-9]\d*))?(?:@([1-9]\d*))?$/;

/** Parse a bet: `mano:3.2`, `rojo@1`. */
export function readBet(text: string): BetName {
  const [, kind = text, place = '', hand = '0', times = '0'] = WRITTEN.exec(text) ?? [];
  return { kind, place, hand: Number(hand), times: Number(times), spot: place ? `${kind}:${place}` : kind };
}

interface Named {
  readonly name: string;
  readonly seat?: number | null | undefined;
}

const indexes = new WeakMap<readonly Named[], ReadonlyMap<string, readonly Named[]>>();

/** Return the spots of a list by name. Cached per list, because every bet of every view needs it. */
function byName<S extends Named>(spots: readonly S[]): ReadonlyMap<string, readonly S[]> {
  const known = indexes.get(spots) as ReadonlyMap<string, readonly S[]> | undefined;
  if (known) return known;
  const found = new Map<string, S[]>();
  for (const spot of spots) found.set(spot.name, [...(found.get(spot.name) ?? []), spot]);
  indexes.set(spots, found);
  return found;
}

/** Return the spot of a seat's chips on a bet: the seat's own, a shared one, or another player's box. */
export function spotOf<S extends Named>(spots: readonly S[], bet: string, seat: number): S | null {
  const named = byName(spots);
  const exact = named.get(bet)?.find((one) => (one.seat ?? seat) === seat);
  if (exact) return exact;
  const name = readBet(bet);
  const box = /^\d+$/.test(name.place) ? Number(name.place) : undefined;
  const wanted: readonly (readonly [string, number | undefined])[] = [
    [name.spot, seat],
    [name.spot, undefined],
    [name.spot, box],
    [name.kind, box],
    [`${name.kind}:${String(seat)}`, undefined],
    [`${name.kind}:${String(seat)}`, seat],
  ];
  for (const [spot, whose] of wanted) {
    const found = named.get(spot)?.find((one) => (one.seat ?? undefined) === whose);
    if (found) return found;
  }
  return null;
}
