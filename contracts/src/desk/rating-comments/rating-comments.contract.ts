import { z } from 'zod';
import { event, personal } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';

/** What customers write on the rating that they have just given. Such a message opens no ticket, and does not count as unread. */
export const ratingComments = manifest({
  name: 'ratingComments',
  conversation: {
    RatingCommented: event(
      'RatingCommented',
      z.object({
        ticketId: f.id,
        messageId: f.id,
        body: personal(z.string(), 'contact'),
        channelId: z.string(),
        sentAt: f.at,
      }),
    ),
  },
});
