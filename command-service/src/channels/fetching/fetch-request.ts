import {
  type ConversationFact,
  conversationOf,
  type MediaAnnounced,
  mediaObjectName,
  type Outbound,
  topics,
} from '@prosa/contracts';
import type { BusMessage, Store } from '@prosa/infra/runtime';
import type { Pool } from 'pg';
import { type MessageFact, messageAt } from '../../desk/messages/message.reading.ts';
import type { Beginnings } from '../../desk/tickets/beginnings.ts';

export type Asking = Extract<
  ConversationFact,
  { type: 'MessageReceived' | 'MessageMirrored' | 'MessageFilled' | 'MediaRetried' }
>;

const isWritten = (fact: MessageFact): fact is Extract<MessageFact, Asking> =>
  fact.type === 'MessageReceived' || fact.type === 'MessageMirrored' || fact.type === 'MessageFilled';

/** Returns the bus message that requests a customer's file, after recording the id of the future file; null if the message has none. */
export const askedFor = ({ store, pool, begun }: { store: Store; pool: Pool; begun: Beginnings }) => {
  const announcedIn = async ({ type, data }: Asking): Promise<MediaAnnounced | undefined> => {
    if (type !== 'MediaRetried') return data.media;
    const message = await messageAt(store, data.messageId, data.receivedRevision);
    return message && isWritten(message) ? message.data.media : undefined;
  };

  return async (fact: Asking): Promise<BusMessage | null> => {
    const { meta, data } = fact;
    const { messageId } = data;
    const media = await announcedIn(fact);
    const conversation = conversationOf(messageId);
    if (!media || conversation === null) return null;
    const attempt = fact.type === 'MediaRetried' ? fact.data.attempt : 1;
    const { connectionId, contactId } = await begun.of(meta.stream);
    await pool.query(
      `insert into command.media (id, company_id, subject, state) values ($1, $2, $3, 'coming') on conflict do nothing`,
      [mediaObjectName(media.mediaId, attempt), meta.companyId, contactId],
    );
    const { mediaId, kind, name } = media;
    const value: Outbound = {
      kind: 'fetch',
      companyId: meta.companyId,
      connectionId,
      conversation,
      messageId,
      media: { mediaId, kind, name },
      attempt,
      subjectId: contactId,
      position: meta.position.toString(),
      at: meta.at.toISOString(),
    };
    return { topic: topics.outbound, key: conversation, value };
  };
};
