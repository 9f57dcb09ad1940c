import type { ContactView } from '../contacts/contacts.contract.ts';
import type { MessageView } from '../messages/messages.contract.ts';
import type { UserView } from '../users/users.contract.ts';
import type { Embeds } from './embeds.ts';

/** The names of people in a message and in what it quotes, and the words that it quotes. Who is deleted keeps the name. */
export const messageEmbeds: Embeds<MessageView> = {
  user: (message, { id, record }, peer) => {
    if (!record) return message;
    const { name } = record as UserView;
    const own = message.user?.id === id && message.user.name !== name ? { ...message, user: { id, name } } : message;
    const { quotedMsg } = own;
    return quotedMsg && !quotedMsg.hidden && quotedMsg.author !== name && peer(quotedMsg.id)?.user?.id === id
      ? { ...own, quotedMsg: { ...quotedMsg, author: name } }
      : own;
  },
  contact: (message, { id, record }) => {
    if (!record || message.contactId !== id) return message;
    const { name } = record as ContactView;
    const own = message.contact.name === name ? message : { ...message, contact: { id, name } };
    const { quotedMsg } = own;
    return quotedMsg && !quotedMsg.fromMe && quotedMsg.author !== name
      ? { ...own, quotedMsg: { ...quotedMsg, author: name } }
      : own;
  },
  appMessage: (message, { id, record }) => {
    const { quotedMsg } = message;
    if (!record || quotedMsg?.id !== id || quotedMsg.hidden) return message;
    const { body, isDeleted } = record as MessageView;
    return quotedMsg.body === body && quotedMsg.isDeleted === isDeleted
      ? message
      : { ...message, quotedMsg: { ...quotedMsg, body, isDeleted } };
  },
};
