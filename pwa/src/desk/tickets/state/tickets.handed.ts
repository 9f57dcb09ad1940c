import type { PushFrame, TicketView } from '@prosa/contracts';

/** Open tickets that somebody was given and has not opened since on this screen: by id, to whom. */
export type Handed = Record<string, string>;
const HANDED_MAX = 200;

/** Notes a ticket that has got another server than `before` had, or that has only now come into sight with one. */
export const foldHanded = (handed: Handed, frame: PushFrame, before: TicketView | null): Handed => {
  const { id, status, userId, partial } = frame.record as Partial<TicketView> & { partial?: boolean };
  if (frame.channel !== 'ticket' || id === undefined || (partial && frame.action !== 'delete')) return handed;
  if (frame.action === 'delete' || status !== 'open' || !userId) return withoutHanded(handed, id);
  if (handed[id] === userId || (before ? before.userId === userId : frame.action !== 'create')) return handed;
  return Object.fromEntries([...Object.entries(withoutHanded(handed, id)), [id, userId]].slice(-HANDED_MAX));
};

export const withoutHanded = (handed: Handed, id: string): Handed => {
  if (!(id in handed)) return handed;
  const { [id]: _, ...others } = handed;
  return others;
};
