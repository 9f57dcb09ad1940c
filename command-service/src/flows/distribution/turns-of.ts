/** Somebody who takes tickets: how many they have open, and when they got one last (milliseconds since 1970; 0: never). */
export type Taker = { id: string; open: number; givenAt: number };
export type Waiter = { id: string; notFor: string | null };

/**
 * Gives each waiting ticket, in their order, to the one of fewest open tickets below the limit; of several to whom it is the longest since
 * they got one. What nobody can take waits on.
 */
export const sharedOut = <Ticket extends Waiter>(
  waiting: readonly Ticket[],
  takers: readonly Taker[],
  limit: number | null,
): { ticket: Ticket; userId: string }[] => {
  const people = takers.map((taker) => ({ ...taker }));
  let latest = Math.max(0, ...people.map(({ givenAt }) => givenAt));
  return waiting.flatMap((ticket) => {
    const able = people.filter(({ id, open }) => id !== ticket.notFor && (limit === null || open < limit));
    const [first, ...others] = able;
    if (!first) return [];
    const next = others.reduce((best, one) => (isBefore(one, best) ? one : best), first);
    latest += 1;
    next.open += 1;
    next.givenAt = latest;
    return [{ ticket, userId: next.id }];
  });
};

const isBefore = (one: Taker, other: Taker): boolean => {
  if (one.open !== other.open) return one.open < other.open;
  if (one.givenAt !== other.givenAt) return one.givenAt < other.givenAt;
  return one.id < other.id;
};
