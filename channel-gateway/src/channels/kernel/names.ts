import type { MessageName } from '../provider.port.ts';

/** Names a message that a channel speaks of: by our id if it is one of ours, else by the channel's. */
export const namedBy = async (
  ownIdOf: (channelId: string) => Promise<string | null>,
  channelId: string,
): Promise<MessageName> => {
  const messageId = await ownIdOf(channelId);
  return messageId === null ? { channelId } : { messageId };
};
