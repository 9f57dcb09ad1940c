import { type Country, canonicalNumber, readNumber } from '@prosa/contracts';
import type { KeyRing } from '@prosa/infra/runtime';
import type pg from 'pg';
import { importRows } from './import.rows.ts';

const PAGE = 1_000;

/** Empties the rows of files that have one of these numbers in any cell, in all imports of the company that are still kept. */
export const forgetRows = async (
  { pool, keys }: { pool: pg.Pool; keys: KeyRing },
  { companyId, country, numbers }: { companyId: string; country: Country; numbers: readonly string[] },
): Promise<void> => {
  const stored = importRows({ pool, keys });
  const sought = new Set(numbers.map(canonicalNumber));
  // Few cells end like one of the numbers, and only those are read as numbers.
  const ends = [...sought].map((number) => number.slice(-4));
  const has = (cell: string): boolean => {
    const digits = cell.replace(/\D/g, '');
    const number = ends.some((end) => digits.endsWith(end)) && readNumber(cell, country).number;
    return typeof number === 'string' && sought.has(canonicalNumber(number));
  };
  for (const id of sought.size === 0 ? [] : await stored.idsOf(companyId))
    for (let line = -1; ; ) {
      const rows = await stored.page(id, line, PAGE);
      const found = rows.filter(({ cells }) => cells.some(has));
      if (found.length > 0) await stored.empty(id, found);
      if (rows.length < PAGE) break;
      line = rows.at(-1)!.line;
    }
};
