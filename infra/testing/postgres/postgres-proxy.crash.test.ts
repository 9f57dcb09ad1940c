import { connectPg, inTransaction, isPostgresUnavailable } from '@prosa/infra/runtime';
import { testDatabase } from './postgres.ts';
import { kindOf, type Loss, type PostgresProxy, postgresProxy } from './postgres-proxy.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let proxy: PostgresProxy;
let pool: ReturnType<typeof connectPg>;
let direct: ReturnType<typeof connectPg>;
beforeAll(async () => {
  database = await testDatabase();
  proxy = await postgresProxy(database.url);
  pool = connectPg(proxy.url, { applicationName: 'tried' });
  direct = connectPg(database.url);
  await direct.query('create table one (n int not null)');
});
afterAll(async () => {
  await pool?.end();
  await direct?.end();
  await proxy?.close();
  await database?.drop();
});
beforeEach(() => direct.query('truncate one'));

const kept = async () => (await direct.query<{ n: number }>('select n from one order by n')).rows.map(({ n }) => n);
/** Loses the first exchange whose statement starts with `word`. */
const loseOnce = (word: string, loss: Loss) => {
  let left = 1;
  proxy.decide(({ service, kind }) => (service === 'tried' && kind.startsWith(word) && left-- > 0 ? loss : undefined));
};

test.each([
  ['request', []],
  ['answer', [7]],
] as const)('a lost %s breaks the connection, and the statement was executed or not', async (loss, expected) => {
  for (const ask of [
    () => pool.query('insert into one values (7)'),
    () => pool.query('insert into one values ($1)', [7]),
    () => pool.query({ name: 'named', text: 'insert into one values ($1)', values: [7] }),
  ]) {
    loseOnce('insert', loss);
    const error = await ask().catch((failure: unknown) => failure);
    expect(isPostgresUnavailable(error)).toBe(true);
    expect(await kept()).toEqual(expected);
    await direct.query('truncate one');
    await ask();
    expect(await kept()).toEqual([7]);
    await direct.query('truncate one');
  }
});

test('a commit whose request is lost did not happen, and one whose answer is lost did', async () => {
  for (const [loss, expected] of [
    ['request', []],
    ['answer', [1]],
  ] as const) {
    loseOnce('commit', loss);
    await expect(inTransaction(pool, (client) => client.query('insert into one values (1)'))).rejects.toThrow();
    expect(await kept()).toEqual(expected);
  }
});

test('a named statement is recognised by its text after its first use, and long answers pass completely', async () => {
  const kinds: string[] = [];
  proxy.decide(({ kind }) => void kinds.push(kind));
  const ask = () => pool.query({ name: 'long', text: `select repeat('x', $1::int) as text`, values: [300_000] });
  for (let time = 0; time < 2; time += 1) expect((await ask()).rows[0].text).toHaveLength(300_000);
  expect(kinds).toEqual([`select repeat('?', $#::int) as text`, `select repeat('?', $#::int) as text`]);
});

test('statements of one kind are equal, whatever their values', () => {
  expect(kindOf(`select  a from read.t_12\n where b = 'it''s' and c in ($1, $2,$3)`)).toBe(
    `select a from read.t_# where b = '?' and c in (#, ..)`,
  );
  expect(kindOf('insert into a values ($1, $2::uuid), ($3, $4::uuid)')).toBe('insert into a values (#, ..), ..');
});
