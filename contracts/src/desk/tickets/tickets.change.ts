import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { visible } from '../../kernel/texts/visible.ts';
import { mentionsField } from '../messages/mentions.fields.ts';
import { TicketStatus } from './tickets.views.ts';

export const TicketChangeBody = z.object({
  status: TicketStatus.optional(),
  userId: f.id.nullish(),
  queueId: f.id.nullish(),
  kind: f.text(30).nullish(),
  /** Close without asking for a rating. */
  withoutRating: z.boolean().optional(),
});
/** What a transfer says beside its queue and user. */
export const handoverFields = {
  /** What the colleague should know: an observation of the caller, below the transfer. */
  note: z
    .string()
    .trim()
    .max(limits.messageMax, 'Too Long!')
    .refine((text) => text === '' || visible(text).length >= limits.observationMin, 'Too Short!')
    .refine(f.storable, 'Invalid text')
    .optional(),
  /** Whom the note names: colleagues who see the ticket where it goes. They are told of it. */
  mentions: mentionsField,
  /** Who served the ticket when the caller decided. If somebody else does by now, a transfer or return is refused. Default: whoever. */
  servedBy: f.id.nullish(),
};

/** Tags by id, or as records. */
export const tagList = z.array(z.union([f.id, z.object({ id: f.id }).loose()])).max(50);

/** The change of a ticket, requested for several at once. */
export const bulkRoute = route({
  call: 'POST /tickets/bulk',
  may: 'tickets:serve',
  summary:
    'Does to each of up to 100 tickets what `PUT /tickets/{id}` (and, before that, `POST /tags/sync`) would, and tells of each what that would have answered. Repeat it with its key where some were ERR_BUSY.',
  query: z.object({ msgAutomatic: f.flag }),
  body: TicketChangeBody.extend({
    ticketIds: z.array(f.id).min(1).max(limits.bulkTickets),
    /** The complete set of tags of each ticket, by id. */
    tags: tagList.optional(),
    /** Tags added to those that each ticket already has. */
    addTags: tagList.optional(),
  }).refine(
    ({ ticketIds: _, withoutRating: __, kind: ___, ...asked }) => Object.values(asked).some((value) => value !== undefined),
    {
      path: ['status'],
      error: 'Required',
    },
  ),
  reply: z.object({
    results: z.array(z.object({ id: f.id, status: z.number().int(), error: z.string().optional() })),
  }),
});

/** The one change that the body of `PUT /tickets/:ticketId` requests. */
export type TicketChange =
  | { do: 'accept' }
  | { do: 'return' }
  | { do: 'close' }
  | { do: 'reopen'; queueId: string | null }
  | { do: 'transfer'; queueId: string | null | undefined; userId: string | null };

/** Derives the change from the body and the ticket's status before it; null if it means nothing or two things. */
export const meaningOf = (
  body: { status?: TicketStatus | undefined; userId?: string | null | undefined; queueId?: string | null | undefined },
  before: TicketStatus,
  callerId: string,
): TicketChange | null => {
  const { status, userId, queueId } = body;
  const foreignUser = userId !== undefined && userId !== null && userId !== callerId;
  if (status === undefined)
    return queueId === undefined && userId === undefined ? null : { do: 'transfer', queueId, userId: userId ?? null };
  if (status === 'open' && before === 'closed') return foreignUser ? null : { do: 'reopen', queueId: queueId ?? null };
  if (status === 'open') return foreignUser || (queueId !== undefined && queueId !== null) ? null : { do: 'accept' };
  if (queueId !== undefined && queueId !== null) return null;
  if (status === 'pending') return userId ? null : { do: 'return' };
  return foreignUser ? null : { do: 'close' };
};
