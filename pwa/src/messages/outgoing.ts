import type { MessageOwn, MessageView } from '@prosa/contracts';
import type { Failure } from '../kernel/api-error.ts';

/** What a reply answers, as its quote shows it. */
export type Quote = NonNullable<MessageView['quotedMsg']>;

/** What an attendant has sent from this device and no record shows yet. `key` is the Idempotency-Key, the record's `clientId`. */
export type Outgoing = {
  key: string;
  ticketId: string;
  body: string;
  isObservation: boolean;
  /** The name to be written above it, as the record will carry it. */
  signature: string | null;
  quoted: Quote | null;
  createdAt: string;
  /** `taken`: Prosa has it, its record is on the way. */
  state: 'waiting' | 'taken' | 'failed';
  /** Where Prosa took it. */
  position: string | null;
  failure: Failure | null;
};

/** Without those whose records are there. The same array where none is. */
export const withoutRecorded = (outbox: Outgoing[], records: Iterable<Pick<MessageView, 'clientId'>>): Outgoing[] => {
  if (outbox.length === 0) return outbox;
  const recorded = new Set<string | null>();
  for (const { clientId } of records) recorded.add(clientId);
  const left = outbox.filter(({ key }) => !recorded.has(key));
  return left.length === outbox.length ? outbox : left;
};

/** A change of one of them. */
export const changed = (outbox: Outgoing[], key: string, change: Partial<Outgoing>): Outgoing[] =>
  outbox.map((one) => (one.key === key ? { ...one, ...change } : one));

/** As a message of the conversation, at its end. */
export const asMessage = (
  outgoing: Outgoing,
  own: Pick<MessageView, 'user' | 'companyId' | 'contactId' | 'contact'>,
): MessageView => ({
  ...own,
  id: outgoing.key,
  ticketId: outgoing.ticketId,
  body: outgoing.body,
  fromMe: true,
  ack: outgoing.state === 'taken' ? 1 : (0 satisfies MessageOwn['ack']),
  state: outgoing.state === 'failed' ? 'failed' : null,
  failure: null,
  attempt: 1,
  mediaType: null,
  mediaUrl: null,
  mediaError: null,
  isDeleted: false,
  isObservation: outgoing.isObservation,
  automatic: null,
  notice: null,
  quotedMsg: outgoing.quoted,
  signature: outgoing.signature,
  clientId: outgoing.key,
  read: true,
  createdAt: outgoing.createdAt,
  position: '0',
});
