import { drawing, drawnOf, shuffled } from '../pools/draws';
import type { OwnIssuePayload } from '../../wire/generated/http';

const NOTHING = -1;

/** Compute the place of a ticket's prize in the prize table from the revealed seed. -1 is no prize. */
export function placeOf(issue: OwnIssuePayload, seed: string, number: number): number {
  const times = issue.prizes.map((prize) => prize.times);
  if (issue.kind !== 'presorteado') return drawnOf(times, drawing(seed, String(number))(issue.ways));
  const winning = times.flatMap((count, place) => Array<number>(count).fill(place));
  const losing = Array<number>(issue.tickets - winning.length).fill(NOTHING);
  return shuffled([...winning, ...losing], drawing(seed))[number - 1] ?? NOTHING;
}

/** Return whether the revealed seed gives these tickets. */
export function isProved(issue: OwnIssuePayload): boolean {
  const { seed } = issue;
  if (seed === null) return false;
  return issue.bought.every((ticket) => {
    const prize = issue.prizes[placeOf(issue, seed, ticket.number)];
    return prize?.name === ticket.voucher?.prize;
  });
}
