import { type ConversationFact, conversationOf, conversationStream, type Fact } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';

export type MessageFact = Extract<
  ConversationFact,
  { type: 'MessageReceived' | 'MessageFilled' | 'MessageMirrored' | 'MessageSent' | 'MessageObserved' | 'OutreachSent' }
>;
const begins = new Set(['MessageReceived', 'MessageFilled', 'MessageMirrored', 'MessageSent', 'MessageObserved', 'OutreachSent']);
const FURTHEST = 20_000;

const isOf = (fact: Fact, messageId: string): boolean =>
  begins.has(fact.type) && (fact as Fact<string, { messageId: string } | undefined>).data?.messageId === messageId;

/** Returns the event that created a message, at the revision that the state knows; null if it cannot be read. */
export const messageAt = async (store: Store, messageId: string, revision: number): Promise<MessageFact | null> => {
  const key = conversationOf(messageId);
  if (key === null) return null;
  const [fact] = await store.load(conversationStream(key), { from: BigInt(revision), max: 1, faults: 'keep' });
  return fact && isOf(fact, messageId) ? (fact as MessageFact) : null;
};

/**
 * Returns the event that created a message, searched from the newest event backwards, for events that do not record the revision; null if
 * it is not among the last 20,000 events.
 */
export const findMessage = async (store: Store, messageId: string): Promise<MessageFact | null> => {
  const key = conversationOf(messageId);
  if (key === null) return null;
  for await (const fact of store.read(conversationStream(key), { direction: 'backwards', max: FURTHEST, faults: 'keep' }))
    if (isOf(fact, messageId)) return fact as MessageFact;
  return null;
};
