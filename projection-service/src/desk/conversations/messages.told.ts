import type { ConversationFact } from '@prosa/contracts';
import { nullable, text, time, uuid } from '../../kernel/columns.ts';

/** Columns of a message that only the history reads. */
export const toldColumns = {
  /** When its event came, if the history tells it from this row; null if the history has a row of its own. */
  toldAt: nullable(time()),
  /** Which customer did it; null: the user of the message. The ticket's contact is another one after a merge. */
  customerId: nullable(uuid()),
  /** The channel's own id of it. */
  channelId: nullable(text()),
};
type Told = { toldAt: Date | null; customerId: string | null; channelId: string | null };

/** The columns of a message that has a history row of its own. */
export const untold: Told = { toldAt: null, customerId: null, channelId: null };

/** The form of the ids that stand in columns of ids; that of an event's author may be any text. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Fields of an event that the history shows from the message's row, or does not show at all. */
const known = new Set([
  ...['ticketId', 'messageId', 'body', 'quotedId', 'place', 'contacts', 'media', 'waveform'],
  ...['channelId', 'sentAt', 'call', 'choice', 'forwarded', 'context', 'authorId', 'from'],
  ...['userId', 'origin', 'signature', 'quotedRevision', 'clientId', 'menu'],
]);

/**
 * Columns of a message's row for the history, which then has no row of the event: messages are most of its events. `untold` if
 * the row could not reproduce the event: another actor, a time of the channel that is later than the arrival or is written in an
 * unusual way, a field that is not known here (a template; a line, which the message's content replaces later).
 */
export const toldOf = ({ type, data, meta }: ConversationFact): Told => {
  if ((type !== 'MessageReceived' && type !== 'MessageSent') || !Object.keys(data).every((name) => known.has(name)))
    return untold;
  const { actor, at: toldAt } = meta;
  const customerId = actor.kind === 'customer' && UUID.test(actor.id) ? actor.id : null;
  if (type === 'MessageReceived') {
    const { sentAt, channelId } = data;
    const isUsual = new Date(sentAt).toISOString() === sentAt && Date.parse(sentAt) <= toldAt.getTime();
    return customerId && isUsual ? { toldAt, customerId, channelId } : untold;
  }
  const isUser = actor.kind === 'user' && actor.id === data.userId;
  return customerId || isUser ? { toldAt, customerId, channelId: null } : untold;
};
