import type { Body, GamePayload, SetUpChoice } from './generated/http';

/** How much of a game's rules a norm has. */
export type Stage = GamePayload['norms'][string];

/** A value of a choice, or nothing. */
export type Value = SetUpChoice['default'];

/** The place where a ticket's prize is paid. */
export type PaidAt = NonNullable<Body['/api/pools/lototrot/payments']['place']>;

/** The part of a prize that its winner takes: money or the thing. */
export type Takes = NonNullable<Body['/api/pools/promotrot/payments']['takes']>;
