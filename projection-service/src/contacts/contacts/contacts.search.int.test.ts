import { newId, searchWords } from '@prosa/contracts';
import type pg from 'pg';
import { z } from 'zod';
import { founded, place } from '../../desk/tickets/tickets.fixture.ts';
import { liveTable } from '../../engine/live-tables.fixture.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { containing, searchable } from '../../kernel/paging.ts';
import { LOOKED } from '../../kernel/search.ts';
import { explained } from '../../testing/explained.ts';
import { filled } from '../../testing/filled.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';
import { listByName, listByNumber } from './contacts.queries.ts';
import { soughtIn } from './contacts.rows.ts';
import { contactsMatching } from './contacts.search.ts';

/** First and last names, whose order makes a contact's number the same as its place in the list; every last one is at one place of each first one. */
const FIRST = ['ana', 'bia', 'caio', 'davi', 'zuleica'];
const EACH = 1_500;
const { companyId } = place;
let service: Service;
let pool: pg.Pool;
let contact: string;

type Contact = { name: string | null; number?: string; otherNumbers?: string[]; email?: string; deleted?: boolean };
const insert = async (contacts: Contact[], of = companyId) => {
  const columns = contacts.map(({ name, number = null, otherNumbers = [], email = null, deleted = false }) => {
    const { search, sought, digits } = soughtIn({ name, number, otherNumbers, email });
    return {
      id: newId(),
      name,
      name_order: name && searchable(name),
      number,
      other_numbers: otherNumbers,
      email,
      search,
      sought,
      digits,
      deleted,
    };
  });
  await pool.query(
    `insert into ${contact} (id, company_id, name, name_order, number, other_numbers, email, extra_info, channel, search, sought, digits, deleted, created_at, updated_at)
     select id, $1, name, name_order, number, other_numbers, email, '[]', 'simulator', search, sought, digits, deleted, now(), now()
     from jsonb_to_recordset($2) as c(id uuid, name text, name_order text, number text, other_numbers text[], email text, search text, sought text,
       digits text[], deleted boolean)`,
    [of, JSON.stringify(columns)],
  );
};

const letters = (length: number): string =>
  String.fromCodePoint(...Array.from({ length }, (_, n) => 0x4e00 + ((n * 7_919 + length) % 20_000)));

beforeAll(async () => {
  const { here, there } = founded();
  service = await openService([...here.take(), ...there.take()]);
  pool = service.engine.pool;
  contact = await liveTable(pool, 'contact');
  await filled(pool, [contact], async () => {
    for (const [f, first] of FIRST.entries())
      await insert(
        Array.from({ length: EACH }, (_, n) => ({
          name: `${first} ${n < EACH / 2 ? 'abreu' : 'xavier'} ${String(n).padStart(4, '0')}`,
          number: `5511${60_000_000 + f * EACH + n}`,
        })),
      );
    await insert([
      { name: 'Zuleica', number: '4915112345678' },
      { name: 'Rita Zuleica', email: 'rita@loja.test' },
      { name: 'Dona Zuleica Xavier Zuleica' },
      { name: 'Eva', number: '1234', email: 'zuleica@loja.test' },
      { name: 'Fabio 100%_\\ certo' },
      { name: '55 Onze' },
      {
        name: 'Iracema',
        otherNumbers: Array.from({ length: 80 }, (_, n) => `5521${97_000_000 + n}`),
        email: 'iracema@zuleica.test',
      },
      { name: 'Zuleica Apagada', deleted: true },
      // As much as the list's index has to hold of one contact, in letters that cannot be packed.
      { name: letters(200), number: '9'.repeat(50), email: letters(110) },
      { name: null },
    ]);
    await insert([{ name: 'Zuleica Estranha', number: '4915112345678' }], place.foreignId);
  });
}, 120_000);
afterAll(() => service.close());

/** The list by one plain query: all that contain a text or the digits, or whose name has the first text's words, in order. */
const plainly = async (texts: string[], direction: 'asc' | 'desc' = 'asc'): Promise<string[]> => {
  const to = direction === 'asc' ? '' : 'desc nulls last';
  const { rows } = await pool.query<{ id: string }>(
    `select id from ${contact} where company_id = $1 and not deleted and (search like any($2) or name_order like all($3))
     order by name_order collate "C" ${to}, name collate "C" ${to}, id ${direction}`,
    [companyId, texts.map(containing), searchWords(texts[0]!).map(containing)],
  );
  return rows.map(({ id }) => id);
};
const asked = <Result>(work: (db: Db) => Promise<Result>) => explained(pool, companyId, work);

test.each([
  ['zuleica', 'zuleica'],
  ['Zuleica X', 'zuleica x'],
  ['leica', 'leica'],
  ['zuleica 4915', 'zuleica 4915'],
  ['xavier', 'xavier'],
  ['a x', 'a x'],
  ['davi abreu 0001', 'davi abreu 0001'],
  ['rita', 'rita'],
  ['xavier zuleica', 'xavier zuleica'],
  ['0001  Abreu dâvi', '0001 abreu davi'],
  ['zuleica\u200b rita', 'zuleica rita'],
  ['x zu', 'x zu'],
  ['loja.test', 'loja.test'],
  ['4915', '4915'],
  ['+49 151', '+49 151', '49151'],
  ['55 on', '55 on'],
  ['55', '55'],
  ['zu', 'zu'],
  ['11 6000-0007', '11 6000-0007', '1160000007'],
  ['100%_\\', '100%_\\'],
  ['100%x', '100%x'],
  ['552197000079', '552197000079'],
  ['iracema@', 'iracema@'],
  ['nada disso', 'nada disso'],
])('a search finds in order what contains the text, on each page and in both directions: %s', async (searchParam, ...texts) => {
  for (const direction of ['asc', 'desc'] as const) {
    const all = await plainly(texts, direction);
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const { result } = await asked((db) => listByName(db, { searchParam, pageNumber: 1, direction, cursor }));
      seen.push(...result.contacts.map(({ id }) => id));
      expect([result.count, result.atLeast]).toEqual(
        all.length > 1_000 || result.atLeast ? [expect.any(Number), true] : [all.length, false],
      );
      expect(result.count).toBeLessThanOrEqual(Math.min(all.length, 1_000));
      cursor = result.cursor ?? undefined;
      pages += 1;
    } while (cursor && pages < 4);
    expect(seen).toEqual(all.slice(0, seen.length));
    expect(seen).toHaveLength(cursor ? 80 : all.length);
  }
  const all = await plainly(texts);
  const second = await asked((db) => listByNumber(db, { searchParam, pageNumber: 2 }, 3));
  expect(second.result.contacts.map(({ id }) => id)).toEqual(all.slice(3, 6));
});

test.each(['zuleica', 'zuleica 4915', 'apagada', '4915', 'zu'])(
  'so are the contacts whose tickets are looked for, deleted ones too: %s',
  async (text) => {
    const { result } = await asked((db) => db.many(sql.type(z.object({ id: z.string() }))`${contactsMatching(db, text)}`));
    const { rows } = await pool.query(`select id from ${contact} where company_id = $1 and search like $2`, [
      companyId,
      containing(text),
    ]);
    expect(result.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
  },
);

test('a first name at the end of the list is found without reading the list, or all who have it', async () => {
  const { result, rows } = await asked((db) => listByName(db, { searchParam: 'zuleica', pageNumber: 1, direction: 'asc' }));
  expect([result.contacts.length, result.count, result.atLeast]).toEqual([20, 1_000, true]);
  expect(rows).toBeLessThan(LOOKED + 2 * 1_001);
});
