/** Returns the fields of `changes` that differ from `before` (by their JSON); null if none do. Undefined fields change nothing. */
export const differing = <Changes extends object>(before: object, changes: Changes): Partial<Changes> | null => {
  const held = before as Record<string, unknown>;
  const differ = Object.entries(changes).filter(
    ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(held[name]),
  );
  return differ.length > 0 ? (Object.fromEntries(differ) as Partial<Changes>) : null;
};

/** Returns `held` overwritten with `changes`, except undefined fields. */
export const withChanges = <Held extends object>(held: Held, changes: Partial<Held>): Held => ({
  ...held,
  ...(Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<Held>),
});

/**
 * Returns the queues that a user or connection will have: the wanted ones that exist. A wanted queue that does not exist is refused with
 * `refuse`, unless the record already had it: then it was deleted meanwhile and is left out.
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
