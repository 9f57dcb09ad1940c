import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';
import { Availability } from '../../people/users/presence.events.ts';

/** Somebody who serves a queue, and how much they have to do. */
export const AttendantView = z.object({
  id: f.id,
  name: z.string().nullable(),
  /** The address of their picture, valid for some hours; null if they have none. */
  profilePicUrl: z.string().nullable(),
  /** Signed in, and one of their screens is open. */
  online: z.boolean(),
  availability: Availability,
  /** Their open tickets in all queues, without snoozed ones. */
  openTickets: z.number().int(),
});
export type AttendantView = z.output<typeof AttendantView>;

/** Who may be given the tickets of a queue. */
export const distribution = manifest({
  name: 'distribution',
  routes: {
    attendants: route({
      call: 'GET /queue/:id/attendants',
      may: 'tickets:serve',
      summary:
        'The people of a queue: those who are available by how few open tickets they have, then the busy, the away, and those who are not online.',
      params: f.idParam,
      missing: 'ERR_NO_QUEUE_FOUND',
      query: f.after,
      reply: z.array(AttendantView),
    }),
  },
});
