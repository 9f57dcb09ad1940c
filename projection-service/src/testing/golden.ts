import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Fact } from '@prosa/contracts';
import { declaration } from '../engine/tables/tables.ts';
import type { Table } from '../kernel/table.ts';
import { foldAll } from './fold.ts';

type Golden = Record<string, { version: number; hash: string }>;

/**
 * Compares the folded facts, including columns, indexes and reach, with a golden file beside the test: throws if something changed and the
 * table's version did not rise. With PROSA_GOLDEN=write it rewrites the file, provided that the versions rose.
 */
export const golden = (path: string, tables: readonly Table[], facts: readonly Fact[]): void => {
  const known: Golden = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Golden) : {};
  const rows = foldAll(tables, facts);
  const now: Golden = Object.fromEntries(
    tables.map((one) => [
      one.table,
      { version: one.version, hash: hash([declaration(one), one.indexes, rows.get(one.table) ?? [], ...reachOf(one)]) },
    ]),
  );
  const faults = Object.entries(now).flatMap(([table, { version, hash }]) => {
    const before = known[table];
    if (before?.hash === hash && before.version === version) return [];
    if (before && before.version >= version) return [`${table} changed: raise its version above ${before.version}.`];
    return process.env.PROSA_GOLDEN === 'write' ? [] : [`${table} is new or newer: run this test with PROSA_GOLDEN=write.`];
  });
  if (faults.length > 0) throw new Error(faults.join(' '));
  if (process.env.PROSA_GOLDEN === 'write') writeFileSync(path, `${JSON.stringify(now, null, 2)}\n`);
};

/** `company` is the default, and the hashes from before `reach` existed do not include it. */
const reachOf = ({ reach }: Table): string[] => (reach === 'company' ? [] : [reach]);

const hash = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)))
    .digest('hex');
