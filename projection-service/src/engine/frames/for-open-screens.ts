import type { Folded } from '../tables/batch.ts';

/**
 * Leaves out of a batch what belongs to companies that nobody watches; they are to be told to fetch instead, if anything of theirs changed.
 */
export const changesForOpenScreens = (folded: Folded, isWatched: (companyId: string) => boolean): Folded => {
  const unheard = new Set([...changedIn(folded)].filter((companyId) => !isWatched(companyId)));
  if (unheard.size === 0) return folded;
  const isHeard = (row: { companyId?: unknown } | null): boolean => !unheard.has(row?.companyId as string);
  return {
    ...folded,
    cells: new Map(
      [...folded.cells].map(([table, of]) => [table, new Map([...of].filter(([, { before, now }]) => isHeard(now ?? before)))]),
    ),
    counted: folded.counted.map(({ counter, rows }) => ({ counter, rows: rows.filter(isHeard) })),
    refetch: new Set([...folded.refetch, ...unheard]),
  };
};

/** The companies of which a row or a count has changed. */
const changedIn = ({ cells, counted }: Folded): Set<string> => {
  const companies = new Set<string>();
  for (const of of cells.values())
    for (const { before, now } of of.values()) if (before !== now) companies.add((now ?? before)!.companyId as string);
  for (const { rows } of counted) for (const { companyId } of rows) companies.add(companyId as string);
  return companies;
};
