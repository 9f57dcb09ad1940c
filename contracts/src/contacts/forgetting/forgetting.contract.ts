import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';

export const forgettingRoutes = {
  forget: route({
    call: 'POST /contacts/:id/forget',
    may: 'contacts:forget',
    summary:
      'Forgets a contact for good, also a deleted one: ends open tickets without a word to the customer and destroys the key that opens the name, the numbers, the messages and the files, those of contacts merged into it too. Tickets stay, without names and texts. There is no way back.',
    params: f.idParam,
    missing: 'ERR_NO_CONTACT_FOUND',
    reply: z.null(),
  }),
};

/** Forgetting a person, as they may demand (LGPD, article 18). */
export const forgetting = manifest({
  name: 'forgetting',
  routes: forgettingRoutes,
  permissions: { 'contacts:forget': ['admin'] },
});
