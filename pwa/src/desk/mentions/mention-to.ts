import type { MessageView, PushFrame } from '@prosa/contracts';

/** The observation that a push brings, if a colleague has just named this user in it; null otherwise. */
export const mentionTo = (userId: string | undefined, { channel, action, record }: PushFrame): MessageView | null => {
  if (userId === undefined || channel !== 'appMessage' || action !== 'create' || record.partial) return null;
  const message = record as MessageView;
  const isNamed = message.mentions?.some(({ user }) => user.id === userId);
  return isNamed && message.user?.id !== userId ? message : null;
};
