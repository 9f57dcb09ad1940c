import { inOrder, helps as record } from '@prosa/contracts';
import { createLookup } from '../../kernel/lists/lookup.ts';

/** All instructions by title. */
export const helps = createLookup({
  name: 'helps',
  channel: 'help',
  route: record.routes.listAll,
  recordsOf: ({ helps }) => helps,
  compare: inOrder('title'),
});
