import { drawing, drawnOf, shuffled } from '../pools/draws';
import type { OwnIssuePayload } from '../../wire/generated/http';

const NOTHING = -1;

/** The place in the prize table of what a ticket holds, as the revealed seed gives it; -1 is nothing. */
export function placeOf(issue: OwnIssuePayload, seed: string, number: number): number {
  const times = issue.prizes.map((prize) => prize.times);
  if (issue.kind !== 'presorteado') return drawnOf(times, drawing(seed, String(number))(issue.ways));
  const winning = times.flatMap((count, place) => Array<number>(count).fill(place));
  const losing = Array<number>(issue.tickets - winning.length).fill(NOTHING);
  return shuffled([...winning, ...losing], drawing(seed))[number - 1] ?? NOTHING;
}

/** Are the tickets shown those that the revealed seed gives? */
export function isProved(issue: OwnIssuePayload): boolean {
  const { seed } = issue;
  if (seed === null) return false;
  return issue.bought.every((ticket) => {
    const prize = issue.prizes[placeOf(issue, seed, ticket.number)];
    return prize?.name === ticket.voucher?.prize;
  });
}
