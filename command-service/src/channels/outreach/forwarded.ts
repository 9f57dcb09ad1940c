import { type Cards, isBlank, newId, Refused } from '@prosa/contracts';
import type { MessageBrief } from '../../desk/conversation-kernel/conversation.state.ts';
import { seenMessage } from '../../desk/conversations/conversation.messages.ts';
import { createConverse, keyOf } from '../../desk/conversations/conversations.ts';
import { type MessageFact, messageAt } from '../../desk/messages/message.reading.ts';
import type { Caller, Deps } from '../../kernel/deps.ts';

/** The parts of a message that are forwarded: its text, its file if it has one, and the place or contacts that it shows. */
export type Forwarded = { body: string; mediaId: string | null; cards: Cards };

/** For a customer's file, which is stored after its message: the revision of the event that records it, null before that. */
type Fetched = { storedAt?: number | null };
type Named = { media?: { mediaId: string } };

/** Reads the forwarded parts of a message, for a user who sees it. Throws Refused if it cannot be forwarded. */
export const createForwarded = ({ store, handle }: Pick<Deps, 'store' | 'handle'>) => {
  const converse = createConverse(handle);
  return async ({ by, messageId }: { by: Caller; messageId: string }): Promise<Forwarded> => {
    const missing = 'ERR_NO_MESSAGE_FOUND';
    const envelope = { ...looking(by), commandId: newId(), key: keyOf(messageId, missing), missing } as const;
    const { state } = await converse(envelope, { do: 'look' });
    const brief: MessageBrief & Fetched = seenMessage(state, messageId, by);
    const { from, deleted, seq, filledAt = seq, storedAt } = brief;
    if (deleted) throw new Refused(missing);
    // Observations are internal to the team.
    if (from === 'team') throw new Refused('ERR_CREATING_MESSAGE');
    const fact = await messageAt(store, messageId, filledAt);
    // The person was forgotten.
    if (!fact || fact.data.body === null) throw new Refused('ERR_CREATING_MESSAGE');
    const { body, mediaId, cards } = contentOf(fact.data);
    if (storedAt === undefined) return { body, mediaId, cards };
    if (storedAt === null) throw new Refused('ERR_MEDIA_PENDING');
    const [stored] = await store.load(fact.meta.stream, { from: BigInt(storedAt), max: 1, faults: 'keep' });
    return { body, mediaId: (stored?.data as Named | undefined)?.media?.mediaId ?? mediaId, cards };
  };
};

export const looking = ({ companyId, userId }: Caller) => ({ companyId, actor: { kind: 'user', id: userId } }) as const;

const contentOf = ({ body, ...data }: MessageFact['data']): Forwarded => {
  const { media, place, contacts, call } = data as Named & Cards & { call?: object };
  const cards = { ...(place && { place }), ...(contacts && { contacts }) };
  if (media) return { body, mediaId: media.mediaId, cards };
  const isEmpty = isBlank(body) && !place && !contacts;
  if (call || isEmpty) throw new Refused('ERR_FORWARD_TEXT_ONLY');
  return { body, mediaId: null, cards };
};
