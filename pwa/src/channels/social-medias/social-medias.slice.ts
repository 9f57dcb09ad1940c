import { socialMedias as definition, inOrder } from '@prosa/contracts';
import { createLookup } from '../../kernel/lists/lookup.ts';

/** The sources that customers come from, by name. */
export const socialMedias = createLookup({
  name: 'socialMediaChoices',
  channel: 'social-media',
  route: definition.routes.listAll,
  recordsOf: ({ medias }) => medias,
  compare: inOrder('name'),
});
