import type { Feature } from '../../shell/feature.ts';
import type later from './messages.later.pt.json';
import type texts from './messages.pt.json';
import { type Conversation, newestOf } from './state/conversation.ts';
import { watchMessages } from './state/messages.saga.ts';
import { conversationsRestored, messagesSlice, selectUnsentCount, type WithMessages } from './state/messages.slice.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    messages: typeof texts & typeof later;
  }
}

/** Number of messages of each recently opened conversation that are stored on the device. */
const KEPT = 100;

/** Conversations and their messages. */
export const feature: Feature = {
  name: 'messages',
  slices: [messagesSlice],
  saga: watchMessages,
  unsent: selectUnsentCount,
  keeps: {
    parts: ({ messages }: WithMessages) =>
      Object.fromEntries(Object.entries(messages.conversations).filter(([, { live }]) => live.asOf !== null)),
    packed: (conversation: Conversation) => newestOf(conversation, KEPT),
    restored: (parts) => conversationsRestored(parts as Record<string, Conversation>),
  },
};
