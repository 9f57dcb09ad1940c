import { conversationEvents } from '@prosa/contracts';
import { beginnings } from '../../desk/tickets/beginnings.ts';
import type { Feature } from '../../kernel/feature.ts';
import { defineReactor } from '../../kernel/reactor.ts';
import { askedFor } from './fetch-request.ts';

/** Requests customers' files from their channels, also again on a user's request. */
export const fetchMedia = defineReactor({
  name: 'fetching',
  streams: ['conversation-'],
  events: [
    conversationEvents.MessageReceived,
    conversationEvents.MessageMirrored,
    conversationEvents.MessageFilled,
    conversationEvents.MediaRetried,
  ],
  start: ({ store, pool, shared }) => ({ publish: askedFor({ store, pool, begun: shared(beginnings) }) }),
});

/** Customers' files, from the message that announces them to the event with their facts; `fetched.ts` handles the result. */
export const fetching: Feature = { name: 'fetching', reactors: [fetchMedia] };
