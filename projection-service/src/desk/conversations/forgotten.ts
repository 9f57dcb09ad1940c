import type { Meta } from '@prosa/contracts';

const STREAM = 'conversation-';

/**
 * Where the rows of an event's conversation are found, by columns that they have for the sweep of `ConversationForgotten`. It sets each field
 * that comes of what the contact's key has sealed, so that a rebuild, which can read none of it, makes the same rows.
 */
export const conversationOf = ({ companyId, stream }: Pick<Meta, 'companyId' | 'stream'>) => ({
  companyId,
  conversation: stream.slice(STREAM.length),
});
