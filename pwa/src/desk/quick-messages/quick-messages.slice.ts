import { inOrder, quickMessages } from '@prosa/contracts';
import { createLookup } from '../../kernel/lists/lookup.ts';

/** The quick replies that the user may use, by shortcut; fetched when they are first wanted. */
export const quickReplies = createLookup({
  name: 'quickReplies',
  channel: 'quick-message',
  route: quickMessages.routes.listAll,
  recordsOf: ({ quickMessages }) => quickMessages,
  compare: inOrder('shortcode'),
});
