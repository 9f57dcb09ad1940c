import { type MessageOwn, type MessageView, summaryOf } from '@prosa/contracts';
import type { Outgoing, Quote } from '../../outbox/outgoing.ts';

export type { Outgoing, Quote } from '../../outbox/outgoing.ts';

/** Removes the messages whose records exist; returns the same array if there are none. */
export const withoutRecorded = (outbox: Outgoing[], records: Iterable<Pick<MessageView, 'clientId'>>): Outgoing[] => {
  if (outbox.length === 0) return outbox;
  const recorded = new Set<string | null>();
  for (const { clientId } of records) recorded.add(clientId);
  const left = outbox.filter(({ key }) => !recorded.has(key));
  return left.length === outbox.length ? outbox : left;
};

/** Changes one of them. */
export const changed = (outbox: Outgoing[], key: string, change: Partial<Outgoing>): Outgoing[] =>
  outbox.map((one) => (one.key === key ? { ...one, ...change } : one));

/** The fields of a message that is only a text, whoever wrote it. */
export const plainMessage = {
  failure: null,
  attempt: 1,
  mediaType: null,
  mediaUrl: null,
  mediaError: null,
  media: null,
  isDeleted: false,
  automatic: null,
  notice: null,
  place: null,
  contacts: null,
  call: null,
  choice: null,
  line: null,
  author: null,
  fromPhone: false,
  reactions: [],
  editedAt: null,
  forwarded: false,
  context: null,
  deleteFailed: false,
  mentions: [],
} satisfies Partial<MessageView>;

/** The quote of a message for the one that answers it. */
export const quoteOf = (message: MessageView, author: string | null): Quote => {
  const { id, fromMe, isDeleted } = message;
  const { kind, text } = summaryOf(message);
  return { id, body: text, fromMe, isDeleted, author, hidden: false, kind };
};

/** Converts it to a message at the end of the conversation. */
export const asMessage = (
  outgoing: Outgoing,
  own: Pick<MessageView, 'user' | 'companyId' | 'contactId' | 'contact'>,
): MessageView => ({
  ...plainMessage,
  ...own,
  id: outgoing.key,
  ticketId: outgoing.ticketId,
  body: outgoing.body || (outgoing.file?.name ?? ''),
  fromMe: true,
  ack: outgoing.state === 'taken' ? 1 : (0 satisfies MessageOwn['ack']),
  state: outgoing.state === 'failed' ? 'failed' : null,
  isObservation: outgoing.isObservation,
  quotedMsg: outgoing.quoted,
  signature: outgoing.signature,
  clientId: outgoing.key,
  read: true,
  createdAt: outgoing.createdAt,
  position: '0',
  waveform: outgoing.file?.waveform ?? null,
});
