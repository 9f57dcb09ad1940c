import type { ChatMessageView, ChatView } from '../../company/chats/chats.contract.ts';
import type { UserView } from '../../people/users/users.contract.ts';
import type { Embeds } from './embeds.ts';

/** Updates the name of a member. A deleted user's name stays. */
export const chatEmbeds: Embeds<ChatView> = {
  user: (chat, { id, record }) => {
    const member = record && chat.users.find(({ userId }) => userId === id);
    if (!member) return chat;
    const { name } = record as UserView;
    if (member.user.name === name) return chat;
    return { ...chat, users: chat.users.map((one) => (one.userId === id ? { ...one, user: { id, name } } : one)) };
  },
};

/** Updates the name of the sender. */
export const chatMessageEmbeds: Embeds<ChatMessageView> = {
  user: (message, { id, record }) =>
    record && message.senderId === id ? { ...message, sender: { id, name: (record as UserView).name } } : message,
};
