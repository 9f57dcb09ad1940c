import type { PushFrame, TicketLine } from '@prosa/contracts';

/** The transfer that a push tells of, if a colleague transferred a ticket to this user; null otherwise. */
export const transferTo = (userId: string | undefined, { channel, action, record }: PushFrame): TicketLine | null => {
  if (userId === undefined || channel !== 'ticketLine' || action !== 'create' || record.partial) return null;
  const line = record as TicketLine;
  const isForThem = line.kind === 'transferred' && line.user?.id === userId;
  return isForThem && line.by !== null && line.by.id !== userId ? line : null;
};
