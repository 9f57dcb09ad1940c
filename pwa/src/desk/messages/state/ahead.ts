import { RecentMap } from '../../../kernel/lists/recent-map.ts';

/** How long, in milliseconds, an opened conversation may wait for its messages before it is shown without them. */
const WAIT_MS = 100;
/** So many conversations are remembered: the one that waits, and those that are expected while it does. */
const REMEMBERED = 8;

const waits = new RecentMap<string, Promise<void>>(REMEMBERED);

/** Registers that a conversation's newest messages are being fetched ahead. */
export const awaitAhead = (ticketId: string, fetched: Promise<unknown>): void => {
  const end = () => {
    if (waits.get(ticketId) === wait) waits.delete(ticketId);
  };
  const wait = Promise.race([fetched, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]).then(end, end);
  waits.set(ticketId, wait);
};

/**
 * Resolves once a conversation that is opened now need not wait for its messages any more; null if it need not wait. Rendered once, with
 * its messages, it is painted earlier than if it were rendered and painted without them first.
 */
export const aheadOf = (ticketId: string): Promise<void> | null => waits.get(ticketId) ?? null;
