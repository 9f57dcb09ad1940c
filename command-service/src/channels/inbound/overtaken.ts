import { Inbound } from '@prosa/contracts';
import type { Received } from '@prosa/infra/runtime';
import { DELETION } from '../../desk/conversations/conversation.sending.ts';

/** The progress of a message of ours in a report: accepted by the channel (2), delivered (3), read (4). */
const reachedIn = ({ value }: Received): { message: string; ack: number } | null => {
  const told = Inbound.safeParse(value).data;
  if (told?.kind !== 'ack' && told?.kind !== 'outcome') return null;
  if (told.kind === 'outcome' && (told.outcome !== 'taken' || told.attempt === DELETION)) return null;
  return { message: `${told.connectionId} ${told.messageId.toLowerCase()}`, ack: told.kind === 'ack' ? told.ack : 2 };
};
/** Whether a later receipt makes this one redundant: the furthest of a message's waiting receipts implies the others. */
export const isOvertaken = (report: Received, later: readonly Received[]): boolean => {
  if (later.length === 0) return false;
  const reached = reachedIn(report);
  return (
    reached !== null &&
    later.some((one) => {
      const next = reachedIn(one);
      return next?.message === reached.message && next.ack >= reached.ack;
    })
  );
};
