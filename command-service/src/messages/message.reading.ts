import { type ConversationFact, conversationOf, conversationStream, type Fact } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';

type MessageFact = Extract<ConversationFact, { type: 'MessageReceived' | 'MessageSent' | 'MessageObserved' }>;
const begins = new Set(['MessageReceived', 'MessageSent', 'MessageObserved']);
const FURTHEST = 20_000;

const isOf = (fact: Fact, messageId: string): boolean =>
  begins.has(fact.type) && (fact as Fact<string, { messageId: string } | undefined>).data?.messageId === messageId;

/** The fact by which a message came to be, at the place that the rules know; null where that cannot be read. */
export const messageAt = async (store: Store, messageId: string, revision: number): Promise<MessageFact | null> => {
  const key = conversationOf(messageId);
  if (key === null) return null;
  const [fact] = await store.load(conversationStream(key), { from: BigInt(revision), max: 1, faults: 'keep' });
  return fact && isOf(fact, messageId) ? (fact as MessageFact) : null;
};

/**
 * The fact by which a message came to be, looked for from the newest event back, where nobody
 * knows its place; null where it is not among the last 20,000.
 */
export const findMessage = async (store: Store, messageId: string): Promise<MessageFact | null> => {
  const key = conversationOf(messageId);
  if (key === null) return null;
  for await (const fact of store.read(conversationStream(key), { direction: 'backwards', max: FURTHEST, faults: 'keep' }))
    if (isOf(fact, messageId)) return fact as MessageFact;
  return null;
};
