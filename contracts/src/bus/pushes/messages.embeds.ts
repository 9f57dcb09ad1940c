import type { ContactView } from '../../contacts/contacts/contacts.contract.ts';
import { summaryOf } from '../../desk/messages/kinds.summary.ts';
import type { MessageView } from '../../desk/messages/messages.contract.ts';
import type { UserView } from '../../people/users/users.contract.ts';
import type { Embeds } from './embeds.ts';

/** Updates the names of people in a message and in its quote, and the quoted text. A deleted person's name stays. */
export const messageEmbeds: Embeds<MessageView> = {
  user: (message, { id, record }, peer) => {
    if (!record) return message;
    const { name } = record as UserView;
    const written = message.user?.id === id && message.user.name !== name ? { ...message, user: { id, name } } : message;
    const isNamed = message.mentions.some(({ user }) => user.id === id && user.name !== name);
    const own = isNamed ? { ...written, mentions: renamedIn(written, { id, name }) } : written;
    const { quotedMsg } = own;
    return quotedMsg && !quotedMsg.hidden && quotedMsg.author !== name && peer(quotedMsg.id)?.user?.id === id
      ? { ...own, quotedMsg: { ...quotedMsg, author: name } }
      : own;
  },
  contact: (message, { id, record }, peer) => {
    if (!record) return message;
    const { name } = record as ContactView;
    const { quotedMsg } = message;
    const isOfQuote =
      quotedMsg &&
      !quotedMsg.fromMe &&
      (peer(quotedMsg.id)?.author?.id === id || (message.contactId === id && isOfContact(message)));
    const quoting = isOfQuote && quotedMsg.author !== name ? { ...message, quotedMsg: { ...quotedMsg, author: name } } : message;
    if (quoting.author?.id === id && quoting.author.name !== name)
      return { ...quoting, author: { id, name }, reactions: renamed(quoting, quoting.author.name, name) };
    return quoting.contactId === id && quoting.contact.name !== name
      ? { ...quoting, contact: { id, name }, reactions: renamed(quoting, quoting.contact.name, name) }
      : quoting;
  },
  appMessage: (message, { id, record }) => {
    const { quotedMsg } = message;
    if (!record || quotedMsg?.id !== id || quotedMsg.hidden) return message;
    const { isDeleted } = record as MessageView;
    const { kind, text: body } = summaryOf(record as MessageView);
    return quotedMsg.body === body && quotedMsg.isDeleted === isDeleted && quotedMsg.kind === kind
      ? message
      : { ...message, quotedMsg: { ...quotedMsg, body, isDeleted, kind } };
  },
};

const renamedIn = ({ mentions }: MessageView, user: { id: string; name: string | null }): MessageView['mentions'] =>
  mentions.map((mention) => (mention.user.id === user.id ? { ...mention, user } : mention));

/** In a group the quoted message may be a member's. */
const isOfContact = ({ quotedMsg, contact }: MessageView): boolean => quotedMsg?.author === contact.name;

const renamed = ({ reactions }: MessageView, from: string | null, to: string | null): MessageView['reactions'] =>
  reactions.map((one) => (!one.fromMe && one.name === from ? { ...one, name: to } : one));
