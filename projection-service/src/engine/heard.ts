import type { Cell, Folded } from './batch.ts';

/**
 * Leaves out of a batch what belongs to companies that nobody watches; they are to be told to fetch instead, if anything of theirs changed
 * (ADR 590).
 */
export const heardIn = (folded: Folded, isWatched: (companyId: string) => boolean): Folded => {
  const refetch = new Set(folded.refetch);
  const isHeard = (companyId: unknown): boolean => {
    const heard = isWatched(companyId as string);
    if (!heard) refetch.add(companyId as string);
    return heard;
  };
  const isCellHeard = ({ before, now }: Cell): boolean => before === now || isHeard((now ?? before)!.companyId);
  const cells = new Map(
    [...folded.cells].map(([table, of]) => [table, new Map([...of].filter(([, cell]) => isCellHeard(cell)))]),
  );
  const counted = folded.counted.map(({ counter, rows }) => ({
    counter,
    rows: rows.filter(({ companyId }) => isHeard(companyId)),
  }));
  return { ...folded, cells, counted, refetch };
};
