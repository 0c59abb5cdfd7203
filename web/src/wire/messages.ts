import type { Came } from './generated/common';
import type { ClientMessage, NumberedHallEvent, ServerMessage } from './generated/live';

/** The version of the table messages that the page reads. */
export const PROTOCOL = 3;

/** An event or a notice of a table, without its number. */
export type TableEvent = NumberedHallEvent['event'];

/** A result of the ball, the wheel, the dice or the cards. */
export type Result = Came['result'];

/** The owner of cards: a seat, or a place of the table by its name. */
export type Owner = number | string;

/** A reply to a request, under the request's id. */
export type Reply = Extract<ServerMessage, { readonly id: string }>;

type WithoutId<M> = M extends { readonly id: string } ? Omit<M, 'id'> : never;

/** A request to a table. The socket gives it its id. */
export type Request = WithoutId<ClientMessage>;
