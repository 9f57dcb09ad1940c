import type { Feature } from '../kernel/feature.ts';
import { watchMessages } from './messages.saga.ts';
import { messagesSlice, selectUnsentCount } from './messages.slice.ts';

/** Conversations and what is written in them. */
export const messagesFeature: Feature = {
  name: 'messages',
  slices: [messagesSlice],
  saga: watchMessages,
  unsent: selectUnsentCount,
};
