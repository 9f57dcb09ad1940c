import { z } from 'zod';
import { type PushChannel, pushChannels } from '../catalogue/catalogue.ts';
import * as f from '../kernel/fields.ts';

/**
 * One changed row. `record` is what GET answers now (null if the row is gone). The rooms `before` had access to the row before the change,
 * the rooms `after` have it now.
 */
export const PushChange = z.object({
  channel: z.enum(Object.keys(pushChannels) as [PushChannel, ...PushChannel[]]),
  id: z.string(),
  record: z.record(z.string(), z.unknown()).nullable(),
  before: z.array(z.string()),
  after: z.array(z.string()),
  /**
   * `updateUnread`: only the unread count of a ticket changed. `new-message`: a chat among colleagues, or a ticket that has the tag, got a
   * message. `reload`: the change concerns very many rows of the channel; it has no id and no record, and its rooms are those of all these
   * rows.
   */
  action: z.enum(['updateUnread', 'new-message', 'reload']).optional(),
  /**
   * Values by which joins filter. `fromCustomer`: a customer's new message. `names`: an observation that names colleagues. `presence`: only the
   * presence of a user changed.
   */
  narrow: z
    .object({
      ticketId: f.id.optional(),
      statuses: z.array(z.string()).optional(),
      fromCustomer: z.boolean().optional(),
      names: z.boolean().optional(),
      presence: z.boolean().optional(),
    })
    .optional(),
});
export type PushChange = z.output<typeof PushChange>;

/** `push`, one partition: what the projection side publishes to the hubs after each commit. */
export const PushMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changes'), companyId: f.id, position: f.position, changes: z.array(PushChange) }),
  /** Something may have been missed: every socket of the company (of all companies if null) fetches again. */
  z.object({ kind: z.literal('refetch'), companyId: f.id.nullable(), position: f.position }),
  /** Sent once a second. */
  z.object({ kind: z.literal('tick'), position: f.position }),
]);
export type PushMessage = z.output<typeof PushMessage>;
