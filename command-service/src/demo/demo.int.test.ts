import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { advisoryLocks } from '@prosa/infra/runtime';
import { tokenHashOf } from '../channels/connections/token-hash.ts';
import { type Instance, startWorld, type World } from '../records/world.fixture.ts';
import { seedDemo } from './demo.ts';
import { DemoFile } from './demo-file.ts';
import { prepareInstallation } from './prepare-installation.ts';
import { DEMO_PASSWORD } from './scene.ts';

let world: World;
let one: Instance;
let two: Instance;
let folder: string;
let file: string;
const open = async () => {
  world = await startWorld();
  [one, two] = await Promise.all([world.instance(), world.instance()]);
  folder = mkdtempSync(join(tmpdir(), 'prosa-demo-'));
  file = join(folder, 'data', 'demo.json');
};
const close = async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
};

const prepare = (through: Instance) => prepareInstallation(through.deps, { PROSA_DEMO_FILE: file });
const written = (): DemoFile => DemoFile.parse(JSON.parse(readFileSync(file, 'utf8')));
const eventsOf = async (...companyIds: string[]): Promise<number> => {
  const streams = companyIds.flatMap((id) => [`company-${id}`, `users-${id}`, `queues-${id}`, `connections-${id}`]);
  return (await Promise.all(streams.map((stream) => one.deps.store.load(stream)))).flat().length;
};
const login = (email: string, password: string) => one.call('POST /auth/login', { body: { email, password } });

describe('what two instances that start together make', () => {
  beforeAll(async () => {
    await open();
    await Promise.all([prepare(one), prepare(two)]);
  });
  afterAll(close);

  test('is one, and everybody in its file can sign in', async () => {
    const demo = written();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await eventsOf(demo.company.id)).toBe(1 + 4 + 3 + 2);
    expect(await eventsOf(demo.other.company.id)).toBe(1 + 1 + 1 + 2);
    for (const { email, password, name, profile } of [...demo.users, ...demo.other.users])
      expect(await login(email, password)).toMatchObject({ status: 200, body: { user: { name, profile } } });
    const connection = await two.deps.referenceData.connection(demo.company.id, demo.connection.id);
    expect(connection).toMatchObject({ tokenHash: tokenHashOf(demo.connection.token), status: 'CONNECTED', isDefault: true });
    expect(connection?.queueIds).toEqual([demo.queues[0]?.id]);
  });

  test('the attendants are of different queues, and one user is platform-level', async () => {
    const me = async (email: string) =>
      (await login(email, DEMO_PASSWORD)).body.user as { queues: { name: string }[]; super: boolean };
    expect((await me('ana@prosa.demo')).queues.map(({ name }) => name)).toEqual(['Vendas', 'Suporte']);
    expect((await me('bruno@prosa.demo')).queues.map(({ name }) => name)).toEqual(['Financeiro']);
    expect((await me('super@prosa.demo')).super).toBe(true);
  });

  test('is left as it is by a later start', async () => {
    const [before, demo] = [readFileSync(file, 'utf8'), written()];
    const events = await eventsOf(demo.company.id, demo.other.company.id);
    await prepare(two);
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(await eventsOf(demo.company.id, demo.other.company.id)).toBe(events);
  });

  test.each([
    ['lost', () => rmSync(file)],
    ['damaged', () => writeFileSync(file, '{"connection":')],
  ])('a file that was %s is written again, with a new valid token', async (_, spoil) => {
    const before = written();
    spoil();
    await prepare(two);
    const after = written();
    expect(after).toEqual({
      ...before,
      connection: { id: before.connection.id, token: expect.any(String) },
      other: { ...before.other, connection: { id: before.other.connection.id, token: expect.any(String) } },
    });
    expect(after.connection.token).not.toBe(before.connection.token);
    const connection = await two.deps.referenceData.connection(after.company.id, after.connection.id);
    expect(connection?.tokenHash).toBe(tokenHashOf(after.connection.token));
  });
});

describe('in a new installation', () => {
  beforeEach(open);
  afterEach(close);

  test('a demonstration is made while read tables are being rebuilt, which may take hours', async () => {
    const rebuilding = await one.deps.pool.connect();
    await rebuilding.query('select pg_advisory_lock($1)', [advisoryLocks.rebuilding]);
    try {
      await prepare(two);
    } finally {
      // Ends the session, and with it the lock.
      rebuilding.release(true);
    }
  }, 20_000);

  test('a start that was killed in the middle goes on at the next one', async () => {
    let left = 7;
    const dying: typeof one.deps = {
      ...one.deps,
      handle: (handling) => {
        left -= 1;
        if (left < 0) throw new Error('killed');
        return one.deps.handle(handling);
      },
    };
    await expect(prepareInstallation(dying, { PROSA_DEMO_FILE: file })).rejects.toThrow('killed');
    await prepare(two);
    const demo = written();
    expect(await eventsOf(demo.company.id)).toBe(1 + 4 + 3 + 2);
    expect((await login('outra@prosa.demo', DEMO_PASSWORD)).status).toBe(200);
  });

  test('of several demonstrations each is a company of its own; a start that asks for more makes none', async () => {
    await prepareInstallation(one.deps, { PROSA_DEMO: '3', PROSA_DEMO_FILE: file });
    const { company, connection, copies, other } = written();
    expect(copies.map(({ users }) => users[1]?.email)).toEqual(['ana@2.prosa.demo', 'ana@3.prosa.demo']);
    expect(new Set([company, other.company, ...copies.map((copy) => copy.company)].map(({ id }) => id)).size).toBe(4);
    expect(new Set([connection, ...copies.map((copy) => copy.connection)].map(({ token }) => token)).size).toBe(3);
    for (const [at, { company: own }] of copies.entries())
      expect(await login(`ana@${at + 2}.prosa.demo`, DEMO_PASSWORD)).toMatchObject({
        status: 200,
        body: { user: { company: { id: own.id } } },
      });
    const before = written();
    await prepareInstallation(two.deps, { PROSA_DEMO: '5', PROSA_DEMO_FILE: file });
    expect(written()).toEqual(before);
  });

  test('seeding twice does nothing more than once', async () => {
    await seedDemo(one.deps, {});
    await seedDemo(two.deps, { file });
    expect(await eventsOf(written().company.id)).toBe(1 + 4 + 3 + 2);
  });

  test('without the demonstration the first company has the administrator who was named', async () => {
    const env = { PROSA_DEMO: '0', PROSA_ADMIN_EMAIL: 'dona@prosa.test', PROSA_ADMIN_PASSWORD: 'minha-senha' };
    await Promise.all([prepareInstallation(one.deps, env), prepareInstallation(two.deps, env)]);
    expect(await login('dona@prosa.test', 'minha-senha')).toMatchObject({
      status: 200,
      body: { user: { profile: 'admin', super: true, company: { name: 'Minha Empresa' } } },
    });
    await prepareInstallation(one.deps, { PROSA_DEMO_FILE: file });
    expect((await login('admin@prosa.demo', DEMO_PASSWORD)).status).toBe(401);
  });
});

describe('without a demonstration', () => {
  beforeAll(open);
  afterAll(close);

  test.each([{ PROSA_DEMO: '0' }, { NODE_ENV: 'production' }])(
    'with %j and no administrator nothing is created, and the log says what to set',
    async (env) => {
      const before = world.logged().length;
      await prepareInstallation(one.deps, env);
      expect((await login('admin@prosa.demo', DEMO_PASSWORD)).status).toBe(401);
      expect(world.logged().slice(before)).toContain('set PROSA_ADMIN_EMAIL and PROSA_ADMIN_PASSWORD');
    },
  );

  test.each([
    [{ PROSA_DEMO: 'muitas' }, 'PROSA_DEMO must be a number from 0 to 100.'],
    [{ PROSA_ADMIN_EMAIL: 'dona', PROSA_ADMIN_PASSWORD: 'minha-senha' }, 'PROSA_ADMIN_EMAIL is not an e-mail address.'],
    [{ PROSA_ADMIN_EMAIL: 'dona@prosa.test', PROSA_ADMIN_PASSWORD: 'x' }, 'PROSA_ADMIN_PASSWORD must be of 5 to 50 characters.'],
  ])('an administrator who could never sign in is reported to the operator', async (env, message) => {
    await expect(prepareInstallation(one.deps, { PROSA_DEMO: '0', ...env })).rejects.toThrow(message);
  });
});
