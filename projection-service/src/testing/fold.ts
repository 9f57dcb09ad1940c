import type { EventType, Fact, Meta } from '@prosa/contracts';
import type { z } from 'zod';
import type { AnyRow, Rows } from '../kernel/rows.ts';
import type { Table } from '../kernel/table.ts';

/** Metadata for a fact of a test. */
export const someMeta = (more: Partial<Meta> = {}): Meta => ({
  companyId: '00000000-0000-4000-8000-00000000000c',
  actor: { kind: 'system', id: 'test' },
  commandId: '00000000-0000-4000-8000-0000000000cc',
  correlationId: 'correlation',
  causationId: 'causation',
  at: new Date('2026-03-01T12:00:00.000Z'),
  version: 1,
  position: 1n,
  revision: 0n,
  eventId: '00000000-0000-4000-8000-0000000000ee',
  stream: 'test-1',
  ...more,
});

/** A fact of a type, checked against its schema; `meta` as in `someMeta`. */
export const fact = <E extends EventType>(event: E, data: z.input<E['data']>, meta: Partial<Meta> = {}): Fact => ({
  type: event.type,
  data: event.data.parse(data),
  meta: someMeta(meta),
});

/** The same fact after the person was erased: these fields are null, whatever the schema says. */
export const forgotten = (of: Fact, ...names: string[]): Fact => ({
  ...of,
  data: { ...(of.data as Record<string, unknown>), ...Object.fromEntries(names.map((name) => [name, null])) },
});

/** Folds facts in memory and checks the rows: `given(ticketRows, opened, accepted).gives({ status: 'open' })`. */
export const given = <Row extends AnyRow>(rows: Rows<Row>, ...facts: Fact[]) => {
  const all = (): Map<string, Row> => {
    const byKey = new Map<string, Row>();
    for (const fact of facts)
      for (const key of rows.keys(fact)) {
        const row = rows.fold(byKey.get(key) ?? null, fact, key);
        if (row) byKey.set(key, row);
        else byKey.delete(key);
      }
    return byKey;
  };
  /** The only row; null if there is none. Throws if there are more. */
  const row = (): Row | null => {
    const found = [...all().values()];
    if (found.length > 1) throw new Error(`There are ${found.length} rows.`);
    return found[0] ?? null;
  };
  return {
    rows: (): Row[] => [...all().values()],
    row,
    /** Checks that the only row has these fields. */
    gives: (expected: Partial<Row>): void => expect(row()).toMatchObject(expected),
  };
};

/** The rows of all tables after all facts, folded in memory with the functions of the engine's tables; by table, sorted by key. */
export const foldAll = (tables: readonly Table[], facts: readonly Fact[]): Map<string, AnyRow[]> => {
  const folded = new Map<string, AnyRow[]>();
  for (const one of tables) {
    if (one.kind === 'rows') folded.set(one.table, sorted(given(one, ...facts).rows(), one.id));
    if (one.kind === 'log')
      folded.set(
        one.table,
        facts.flatMap((fact) => [...one.entries(fact)]),
      );
  }
  return folded;
};

const sorted = (rows: AnyRow[], id: string): AnyRow[] =>
  rows.sort((a, b) => (String(a[id]) < String(b[id]) ? -1 : String(a[id]) > String(b[id]) ? 1 : 0));
