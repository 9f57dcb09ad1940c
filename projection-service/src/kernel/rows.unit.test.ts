import { contactEvents, conversationEvents, event, personal } from '@prosa/contracts';
import { z } from 'zod';
import { features } from '../features.ts';
import { given, someMeta } from '../testing/fold.ts';
import { text, uuid } from './columns.ts';
import { defineCounter } from './counter.ts';
import { defineLog, defineRows, fold } from './rows.ts';

const events = {
  Made: event('Made', z.object({ id: z.string(), name: z.string() })),
  Named: event('Named', z.object({ id: z.string(), name: z.string() })),
  Gone: event('Gone', z.object({ id: z.string() })),
  Noise: event('Noise', z.object({ other: z.string() })),
};
const columns = { id: uuid(), companyId: uuid(), name: text() };
const thing = {
  table: 'thing',
  version: 1,
  events,
  columns,
  key: ({ data }: { data: { id: string } }) => data.id,
} as const;
const things = defineRows({
  ...thing,
  begins: { Made: ({ data, meta }) => ({ ...data, companyId: meta.companyId }) },
  changes: { Named: (row, { data }) => ({ ...row, name: data.name }), Gone: () => null },
});
const meta = someMeta();
const made = { type: 'Made', data: { id: '1', name: 'one' }, meta };
const named = { type: 'Named', data: { id: '1', name: 'two' }, meta };
const gone = { type: 'Gone', data: { id: '1' }, meta };

test('a row is created, changed and deleted by its events', () => {
  expect(given(things, made).row()).toEqual({ id: '1', companyId: meta.companyId, name: 'one' });
  expect(given(things, made, named).row()).toMatchObject({ name: 'two' });
  expect(given(things, made, named, gone).row()).toBeNull();
});

test('a change without its row is an error, never a partial row', () =>
  expect(() => fold(things, null, named)).toThrow('thing: Named before its row 1'));

test('an event that it does not name changes nothing', () => {
  const row = given(things, made).row();
  expect(fold(things, row, { type: 'Noise', data: { other: 'x' }, meta })).toBe(row);
});

test('a type that both creates and changes does what the row requires', () => {
  const latest = defineRows({
    table: 'latest',
    version: 1,
    events: { Named: events.Named },
    columns,
    key: ({ data }) => data.id,
    begins: { Named: ({ data, meta: { companyId } }) => ({ ...data, companyId }) },
    changes: { Named: (row, { data }) => ({ ...row, name: `${row.name}, ${data.name}` }) },
  });
  expect(given(latest, named, named).row()).toMatchObject({ name: 'two, two' });
});

test('a log has the rows that each event returns', () => {
  const log = defineLog({
    table: 'name',
    version: 1,
    events: { Made: events.Made, Named: events.Named },
    columns,
    id: 'id',
    entry: ({ data, meta: { companyId } }) => (data.name === 'two' ? null : { ...data, companyId }),
  });
  expect([made, named, gone].map((fact) => log.entries(fact).length)).toEqual([1, 0, 0]);
});

describe('the reach of a table', () => {
  const ofThings = { ...thing, begins: { Made: () => null as never }, changes: { Named: () => null, Gone: () => null } };
  /** Ignored by the table, but part of the same story. */
  const said = event('Noise', z.object({ text: z.array(z.object({ words: personal(z.string(), 'contact').optional() })) }));

  test('is its company by default', () => {
    expect([defineRows(ofThings).reach, defineRows({ ...ofThings, reach: 'super' }).reach]).toEqual(['company', 'super']);
    const counted = defineRows({ ...ofThings, reach: 'platform' });
    const counter = defineCounter({ table: 'count', version: 1, of: counted, columns: {}, group: () => null });
    expect(counter).toMatchObject({ reach: 'platform', isPersonal: false });
  });

  test.each(['platform', 'super'] as const)('is never %s if its events contain personal data', (reach) => {
    const worded = { ...ofThings, events: { ...events, Noise: said } };
    expect(defineRows(worded)).toMatchObject({ reach: 'company', isPersonal: true });
    expect(() => defineRows({ ...worded, reach })).toThrow('thing tells of people: none but their company may read it.');
    const log = { table: 'log', version: 1, events: worded.events, columns, id: 'id', entry: () => null } as const;
    expect(() => defineLog({ ...log, reach })).toThrow('log tells of people');
  });

  test('is their company for all data that customers write or are', () => {
    const all = features.flatMap(({ tables }) => tables);
    const worded = all.filter(({ isPersonal }) => isPersonal);
    for (const { table, reach } of worded) expect({ table, reach }).toEqual({ table, reach: 'company' });
    const told = new Set(
      [...Object.values(conversationEvents), ...Object.values(contactEvents)].map(({ type }) => type as string),
    );
    const wide = all.filter(({ reach, handles }) => reach !== 'company' && [...handles].some((type) => told.has(type)));
    expect(wide.map(({ table }) => table)).toEqual([]);
    const customers = ['ticket', 'ticket_count', 'message', 'message_text', 'contact', 'history'];
    expect(worded.map(({ table }) => table)).toEqual(expect.arrayContaining(customers));
  });
});
