import { conversationStream } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import { asItWas } from '../../kernel/state-as-of.ts';
import type { ConversationState } from '../conversation-kernel/conversation.state.ts';
import { conversation } from './conversation.decider.ts';
import type { Conversed } from './conversations.ts';

/** Returns what a command answers, found in the state after the command (`asItWas`). */
export const findAfter = <Found>(
  store: Store,
  done: Pick<Conversed, 'state' | 'key' | 'revision' | 'repeated'>,
  find: (state: ConversationState) => Found | null | undefined,
): Promise<Found | null> => asItWas(store, { decider: conversation, stream: conversationStream(done.key) }, done, find);
