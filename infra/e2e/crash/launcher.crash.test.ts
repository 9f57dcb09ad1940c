import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../embedded/processes/ports.ts';
import { endAll, family, isAtRest, lives, ready, type Started, startLauncher } from '../launcher.fixture.ts';
import { call, eventually, START, signIn, type User } from '../people.fixture.ts';
import { listen } from '../screen.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'prosa-launcher-'));
const data = join(folder, 'data');
const owner = { PROSA_DEMO: '0', PROSA_ADMIN_EMAIL: 'dona@prosa.test', PROSA_ADMIN_PASSWORD: 'minha-senha' };

const started: Started[] = [];
const start = (env: Record<string, string>): Started => {
  const one = startLauncher({ PROSA_DATA: data, ...env });
  started.push(one);
  return one;
};

let port: number;
let url: string;
let first: Started;
beforeAll(async () => {
  port = await freePort();
  url = `http://localhost:${port}`;
  first = start({ PORT: String(port), ...owner });
  await ready(first);
}, START);
afterAll(async () => {
  await endAll(started);
  rmSync(folder, { recursive: true, force: true });
}, START);

const admin = (): Promise<User> => signIn(url, owner.PROSA_ADMIN_EMAIL, owner.PROSA_ADMIN_PASSWORD);

test('without its demo it is empty, and the configured administrator can sign in', async () => {
  const by = await admin();
  expect(by).toMatchObject({ profile: 'admin', super: true, queues: [] });
  for (const path of ['/queue', '/whatsapp'] as const) expect((await by.call(`GET ${path}`)).body).toEqual([]);
  expect((await by.call('GET /tags/list')).body).toEqual({ tags: [], count: 0, hasMore: false });
  for (const path of ['/contacts', '/tickets'] as const)
    expect((await by.call<{ count: number }>(`GET ${path}`)).body.count).toBe(0);
  const refused = await call(url, 'POST /auth/login', { body: { email: 'admin@prosa.demo', password: 'prosa-demo' } });
  expect(refused.status).toBe(401);
  expect(existsSync(join(data, 'demo.json'))).toBe(false);
  expect(first.said()).toContain(`Prosa is ready: ${url}`);
  expect(first.said()).not.toContain(owner.PROSA_ADMIN_PASSWORD);
});

test('its secrets are in files that nobody else can read', () => {
  expect(statSync(data).mode & 0o777).toBe(0o700);
  for (const name of ['keys', 'token-secret']) expect(statSync(join(data, name)).mode & 0o777).toBe(0o600);
  for (const name of readdirSync(join(data, 'logs'))) expect(statSync(join(data, 'logs', name)).mode & 0o777).toBe(0o600);
});

test('it listens on the loopback only', () => {
  // Local addresses in /proc/net/tcp are hexadecimal; 0A is LISTEN.
  const listening = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[3] === '0A' && columns[1]?.endsWith(`:${port.toString(16).toUpperCase().padStart(4, '0')}`));
  expect(listening.map((columns) => columns[1]?.split(':')[0])).toEqual(['0100007F']);
});

test('a port that is in use is reported with what to do, before anything is started', async () => {
  const other = join(folder, 'other');
  const second = start({ PORT: String(port), PROSA_DATA: other });
  expect(await second.ended).toEqual({ code: 1, signal: null });
  expect(second.said()).toContain(`Port ${port} is taken.`);
  expect(second.said()).toContain(`PORT=${port + 1} npm start`);
  expect(second.said()).not.toMatch(/\n\s+at /);
  expect(existsSync(other)).toBe(false);
});

test('a second launcher on the same folder is refused, and the first continues', async () => {
  const second = start({ PORT: String(await freePort()) });
  expect(await second.ended).toEqual({ code: 1, signal: null });
  expect(second.said()).toContain(`${data} is in use by another Prosa (process ${first.process.pid})`);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

test(
  'when it is killed its children end too; after a restart all data are there',
  async () => {
    const by = await admin();
    expect((await by.call('POST /tags', { name: 'Guardada' })).status).toBe(201);
    const queue = await by.call<{ id: string }>('POST /queue', { name: 'Guardada', color: '#0A0B0C' });
    const children = family(first.process.pid!);
    expect(children.length).toBeGreaterThanOrEqual(5);
    first.process.kill('SIGKILL');
    expect(await first.ended).toEqual({ code: null, signal: 'SIGKILL' });
    await eventually('the end of all children', () => !children.some(lives), 30_000);

    first = start({ PORT: String(port), ...owner });
    await ready(first);
    const again = await admin();
    expect((await again.call('GET /tags/list')).body).toMatchObject({ tags: [{ name: 'Guardada' }] });
    expect((await again.call(`PUT /queue/${queue.body.id}`, { name: 'Outra vez' })).status).toBe(200);
  },
  START,
);

test('SIGTERM ends it cleanly with code 0 although a screen and a call are open', async () => {
  const by = await admin();
  const screen = await listen(url, by);
  const children = family(first.process.pid!);
  const { body } = await by.call<{ name: string }>('POST /tags', { name: 'A última' });
  expect(body.name).toBe('A última');
  first.process.kill('SIGTERM');
  expect(await first.ended).toEqual({ code: 0, signal: null });
  await screen.closed;
  expect(children.filter(lives)).toEqual([]);
  expect(isAtRest(data)).toBe(true);
});
