import { type ApiMessage, apiStateOf, conversationOf, conversationStream, type Fact, Refused } from '@prosa/contracts';
import type { Store, TokenHolder } from '@prosa/infra/runtime';
import type { createLeaving } from './leaving.ts';

/** Farther back no message is looked for: 72 hours of a conversation have fewer events. */
const FURTHEST = 20_000;

type Progress = { ack: number; state: 'failed' | 'unsure' | null };
const fresh: Progress = { ack: 1, state: null };

/** How an event changes the progress of its message. An outcome that became certain is not taken back. */
const after = (before: Progress, { type, data }: Fact): Progress => {
  switch (type) {
    case 'MessageAcknowledged':
    case 'OutreachAcknowledged':
      return { ack: Math.max(before.ack, (data as { ack: number }).ack), state: null };
    case 'MessageFailed':
    case 'OutreachFailed':
      return { ack: 1, state: 'failed' };
    case 'MessageUnsure':
    case 'OutreachUnsure':
      return { ...before, state: 'unsure' };
    case 'MessageRetried':
    case 'OutreachRetried':
      return { ...before, state: null };
    default:
      return before;
  }
};

type Leaving = ReturnType<typeof createLeaving>;

/** The answer about a message that was accepted at a time. */
export const messageAnswer =
  (leaving: Leaving) =>
  async (of: TokenHolder, id: string, at: Date, progress: Progress = fresh): Promise<ApiMessage> => {
    const state = apiStateOf(progress);
    return { id, ack: progress.ack, state, leavesAt: state === 'waiting' ? (await leaving(of, at)).toISOString() : null };
  };

/**
 * Returns how far a message is that the connection's token has sent, from the events of its conversation: so it is there as soon as it was
 * accepted. Throws Refused ERR_NO_MESSAGE_FOUND for every other message.
 */
export const sentMessage =
  (store: Store, answer: ReturnType<typeof messageAnswer>) =>
  async (id: string, of: TokenHolder): Promise<ApiMessage> => {
    const { companyId, connectionId } = of;
    const key = conversationOf(id);
    const later: Fact[] = [];
    if (key !== null)
      for await (const fact of store.read(conversationStream(key), { direction: 'backwards', max: FURTHEST, faults: 'keep' })) {
        if (fact.meta.companyId !== companyId) break;
        if ((fact as Fact<string, { messageId?: string } | undefined>).data?.messageId !== id) continue;
        const { type, meta } = fact;
        if (type !== 'MessageSent' && type !== 'OutreachSent') {
          later.push(fact as Fact);
          continue;
        }
        if (meta.actor.kind !== 'integration' || meta.actor.id !== connectionId) break;
        return answer(of, id, meta.at, later.reduceRight(after, fresh));
      }
    throw new Refused('ERR_NO_MESSAGE_FOUND');
  };
