import { z } from 'zod';
import { event, type FactOf, personal } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';

const scheduleId = f.id;
/** `userId`: who scheduled it; null: an integration. */
const whole = z.object({
  scheduleId,
  contactId: f.id,
  body: personal(z.string(), 'contactId'),
  sendAt: f.at,
  userId: f.id.nullable(),
});

/** Stream `schedule-{scheduleId}`: a message that is sent to a contact at a certain time. */
export const scheduleEvents = {
  ScheduleCreated: event('ScheduleCreated', whole),
  /** All fields after the change: the text is encrypted with the key of its contact. */
  ScheduleChanged: event('ScheduleChanged', whole),
  ScheduleDeleted: event('ScheduleDeleted', z.object({ scheduleId })),
  /** Its time has come: from now on it is sent, and can no longer be changed. */
  ScheduleStarted: event('ScheduleStarted', z.object({ scheduleId, lateMs: z.number().int().min(0) })),
  /** The message is in the contact's conversation. `ticketId`: null if it was sent outside of any ticket. */
  ScheduleSent: event('ScheduleSent', z.object({ scheduleId, messageId: f.id, ticketId: f.id.nullable() })),
  /** `reason`: the code of the refusal, or a `SendFailure` of the channel. */
  ScheduleFailed: event('ScheduleFailed', z.object({ scheduleId, reason: z.string() })),
  /** After a failure it is sent again, at this time. */
  ScheduleRetried: event('ScheduleRetried', z.object({ scheduleId, sendAt: f.at, userId: f.id })),
};
export type ScheduleFact = FactOf<typeof scheduleEvents>;
