import { contactLists as definition, inOrder } from '@prosa/contracts';
import { createLookup } from '../../../kernel/lists/lookup.ts';

/** The company's contact lists by name. */
export const contactLists = createLookup({
  name: 'contactLists',
  channel: 'contact-list',
  route: definition.routes.listAll,
  recordsOf: ({ records }) => records,
  compare: inOrder('name'),
});
