import { inOrder, userEmbeds, userRoutes } from '@prosa/contracts';
import { createLookup } from '../../kernel/lists/lookup.ts';

/** The company's users by name. */
export const users = createLookup({
  name: 'users',
  channel: 'user',
  route: userRoutes.listAll,
  recordsOf: ({ users }) => users,
  compare: inOrder('name'),
  embeds: userEmbeds,
});
