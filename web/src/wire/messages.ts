import type { Came } from './generated/common';
import type { Deed, Shows } from './generated/game';
import type { ClientMessage, NumberedHallEvent, ServerMessage } from './generated/live';

/** The version of the table messages that the page reads. */
export const PROTOCOL = 3;

/** An event or a notice of a table, without its number. */
export type TableEvent = NumberedHallEvent['event'];

/** A result of the ball, the wheel, the dice or the cards. */
export type Result = Came['result'];

/** The owner of cards: a seat, or a place of the table by its name. */
export type Owner = number | string;

/** A value of a part of a deed. */
export type PartValue = string | number | boolean | null;

/** Return a part of a deed, or a fact of a phase, by a name that the server has sent. */
export function valueAt(of: Deed | Shows, name: string): unknown {
  return (of as unknown as Readonly<Partial<Record<string, unknown>>>)[name];
}

/** Return the parts of a deed by name, its verb and its author included. */
export function partsOfDeed(deed: object): readonly (readonly [string, PartValue])[] {
  return Object.entries(deed) as [string, PartValue][];
}

/** A reply to a request, under the request's id. */
export type Reply = Extract<ServerMessage, { readonly id: string }>;

type WithoutId<M> = M extends { readonly id: string } ? Omit<M, 'id'> : never;

/** A request to a table. The socket gives it its id. */
export type Request = WithoutId<ClientMessage>;
