import { z } from 'zod';
import * as f from '../../kernel/fields.ts';

/** The acts on a ticket that its conversation tells between the messages. Where a ticket begins and ends is told by the ticket itself. */
export const ticketLineKinds = ['accepted', 'transferred', 'returned', 'reopened', 'left-queue', 'snoozed', 'woken'] as const;

const Person = z.object({ id: f.id, name: z.string().nullable() });
const Place = z.object({ id: f.id, name: z.string() });

/** An act on a ticket, as its conversation shows it. Names are joined; a name is null if the person was forgotten. */
export const TicketLine = z.object({
  id: f.id,
  ticketId: f.id,
  kind: z.enum(ticketLineKinds),
  /** Order among the messages of the conversation; compare as numbers (BigInt). */
  position: f.position,
  at: f.at,
  /** Who did it; null: Prosa itself, or another system. */
  by: Person.nullable(),
  /** Whose the ticket became. */
  user: Person.nullable(),
  /** The queue that the ticket was put into. */
  queue: Place.nullable(),
  /** The queue that it was in before. */
  from: Place.nullable(),
  /** Until when it was snoozed. */
  until: f.at.nullable(),
  /** Why it woke; `distribution`: its queue gave it to somebody. */
  reason: z.enum(['time', 'customer', 'user', 'distribution']).nullable(),
});
export type TicketLine = z.output<typeof TicketLine>;
