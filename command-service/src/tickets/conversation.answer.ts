import { conversationStream } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import { stateAsOf } from '../kernel/state-as-of.ts';
import { conversation } from './conversation.decider.ts';
import type { ConversationState } from './conversation.state.ts';
import type { Conversed } from './conversations.ts';

/**
 * What a command answers, found in the state after it. Call it before the next `await`: the state is the cache's. A repeat may be
 * about something that the state no longer holds: it answers what it answered then.
 */
export const findAfter = async <Found>(
  store: Store,
  { state, key, revision, repeated }: Pick<Conversed, 'state' | 'key' | 'revision' | 'repeated'>,
  find: (state: ConversationState) => Found | null | undefined,
): Promise<Found | null> =>
  find(state) ?? ((repeated && find(await stateAsOf(store, conversation, conversationStream(key), revision))) || null);
