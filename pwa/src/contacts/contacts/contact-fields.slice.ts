import { contactFields as definition, inOrder } from '@prosa/contracts';
import { createLookup } from '../../kernel/lists/lookup.ts';

/** The fields of the company's contacts, in their order. */
export const contactFields = createLookup({
  name: 'contactFieldChoices',
  channel: 'contact-field',
  route: definition.routes.listAll,
  recordsOf: ({ fields }) => fields,
  compare: inOrder('place', 'name'),
});
