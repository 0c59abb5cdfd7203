import type { NormPayload } from '../wire/generated/http';

/** Return the first day on which one of a region's norms is known to be in force. */
export function inForceSince(norms: readonly NormPayload[], region: string): string {
  const days = norms.filter((norm) => norm.jurisdiction === region).map((norm) => norm.in_force_latest);
  return days.toSorted()[0] ?? '';
}
