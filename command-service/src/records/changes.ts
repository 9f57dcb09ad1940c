/** Those of `changes` that differ from `before` (by their JSON); null if there are none. What is undefined changes nothing. */
export const differing = <Changes extends object>(before: object, changes: Changes): Partial<Changes> | null => {
  const held = before as Record<string, unknown>;
  const differ = Object.entries(changes).filter(
    ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(held[name]),
  );
  return differ.length > 0 ? (Object.fromEntries(differ) as Partial<Changes>) : null;
};

/** `held` with `changes` over it, leaving out what is undefined. */
export const withChanges = <Held extends object>(held: Held, changes: Partial<Held>): Held => ({
  ...held,
  ...(Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<Held>),
});

/**
 * The queues that a user or connection is to have: those wanted that exist. One that never was its own and does not exist is
 * refused by `refuse`; one that was and is gone meanwhile is left out.
 */
export const existingQueues = (
  wanted: readonly string[],
  held: readonly string[],
  existing: readonly string[],
  refuse: () => Error,
): string[] => {
  const kept = [...new Set(wanted)].filter((id) => existing.includes(id) || held.includes(id));
  if (kept.length < new Set(wanted).size) throw refuse();
  return kept.filter((id) => existing.includes(id));
};
