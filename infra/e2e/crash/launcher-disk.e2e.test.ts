import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../embedded/postgres/postgres.ts';
import { freePort } from '../../embedded/processes/ports.ts';
import { endAll, launcher, ready, type Started, startLauncher, startProgram } from '../launcher.fixture.ts';
import { call, eventually, START, signIn } from '../people.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'prosa-disk-'));
const mounted = join(folder, 'mounted');
const data = join(folder, 'data');
const started: Started[] = [];
let port: number;
beforeAll(async () => {
  mkdirSync(mounted);
  port = await freePort();
});
// All use one port: what a failed test leaves running would fail the next ones too.
afterEach(() => endAll(started.splice(0)), START);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a launcher that sees another file system at `mounted`, visible only to it. */
const startOn = (mount: string, env: Record<string, string>): Started => {
  const script = `mount -t tmpfs -o ${mount} none '${mounted}' && exec "$@"`;
  const isRoot = process.getuid?.() === 0;
  const apart = isRoot ? ['-m'] : ['-U', '--map-current-user', '--keep-caps', '-m'];
  const one = startProgram('unshare', [...apart, 'sh', '-c', script, 'sh', ...launcher], { PORT: String(port), ...env });
  started.push(one);
  return one;
};
const start = (env: Record<string, string>): Started => {
  const one = startLauncher({ PORT: String(port), ...env });
  started.push(one);
  return one;
};

test.each([
  ['ro', 'a folder that cannot be written to', 'cannot hold the data: it is on a read-only file system.'],
  ['size=40m', 'a disk that is all but full', 'is full: 40 MB are free, and Prosa needs 200 to start.'],
])('mounted with %s, %s is reported in one sentence', async (mount, _, sentence) => {
  const one = startOn(mount, { PROSA_DATA: join(mounted, 'data') });
  expect(await one.ended).toEqual({ code: 1, signal: null });
  expect(one.said()).toContain(sentence);
  expect(one.said().trim().split('\n')).toHaveLength(1);
});

test('a data folder that is no folder or cannot contain any, and an invalid port, are reported in one sentence', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const cases = [
    [{ PROSA_DATA: file }, `${file} cannot hold the data: it is not a folder.`],
    [{ PROSA_DATA: '/proc/prosa' }, '/proc/prosa cannot hold the data: '],
    [{ PORT: 'oito' }, 'PORT must be a whole number up to 65535.'],
    [{ PORT: '70000' }, 'PORT must be a whole number up to 65535.'],
  ] as const;
  for (const [env, sentence] of cases) {
    const one = start({ PROSA_DATA: data, ...env });
    expect(await one.ended).toEqual({ code: 1, signal: null });
    expect(one.said()).toContain(sentence);
    expect(one.said().trim().split('\n')).toHaveLength(1);
  }
  expect(existsSync(data)).toBe(false);
});

test(
  'on a full disk it reports that and refuses commands; with space again it continues, and everything that it had accepted is stored',
  async () => {
    const one = startOn('size=400m', { PROSA_DATA: join(mounted, 'data') });
    await ready(one);
    const url = `http://localhost:${port}`;
    const admin = await signIn(url, 'admin@prosa.demo');
    const made = async (name: string) => (await admin.call('POST /tags', { name })).status;
    expect(await made('antes')).toBe(201);

    // The /proc root of a process is the file system as that process sees it, including its own mounts.
    const filler = join(`/proc/${one.process.pid}/root`, mounted, 'filler');
    const chunk = Buffer.alloc(1024 * 1024, 1);
    writeFileSync(filler, '');
    const { bavail, bsize } = statfsSync(filler);
    for (let left = Math.ceil((bavail * bsize) / chunk.length); left > 0; left--)
      try {
        writeFileSync(filler, chunk, { flag: 'a' });
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' });
      }
    // It may look while the filler is being written: what it then finds free is less than the 48 MB that it needs, not always 0.
    const free = await eventually(
      'the word of the full disk',
      () => /is full \((\d+) MB are free\)/.exec(one.said())?.[1],
      20_000,
    );
    expect(Number(free)).toBeLessThan(48);
    // Space that was reserved earlier may take some more messages; after that a message is refused, and may be retried.
    const answered: string[] = ['antes'];
    for (let i = 0; i < 2_000; i++) {
      const status = await made(`cheio ${i}`);
      if (status === 201) answered.push(`cheio ${i}`);
      else {
        expect(status).toBe(503);
        break;
      }
      expect(i).toBeLessThan(1_999);
    }

    rmSync(filler);
    await eventually('the word of the room', () => one.said().includes('There is room again'), 20_000);
    await eventually('a command that is taken', async () => (await made('depois')) === 201, 60_000);
    const { body } = await eventually('an answer', async () => {
      const answer = await admin.call<{ tags: { name: string }[] }>('GET /tags/list');
      return answer.status === 200 && answer.body.tags.some(({ name }) => name === 'depois') && answer;
    });
    const names = body.tags.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...answered, 'depois']));
    expect(new Set(names).size).toBe(names.length);
    one.process.kill('SIGTERM');
    expect(await one.ended).toEqual({ code: 0, signal: null });
  },
  START,
);

test(
  'a copy of a stopped folder without its read models is a complete backup; without its keys it does not start, and says what to do',
  async () => {
    const first = start({ PROSA_DATA: data });
    await ready(first);
    const url = `http://localhost:${port}`;
    const admin = await signIn(url, 'admin@prosa.demo');
    expect((await admin.call('POST /contacts', { name: 'Otávio Sampaio', number: '551132145678' })).status).toBe(201);
    first.process.kill('SIGTERM');
    expect(await first.ended).toEqual({ code: 0, signal: null });

    const copy = join(folder, 'copy');
    // Without its owners, like an archive that is unpacked elsewhere.
    execFileSync('cp', ['-r', data, copy]);
    rmSync(data, { recursive: true });
    const postgres = await startPostgres({ dataDir: join(copy, 'postgres') });
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query('drop schema read cascade');
    await client.end();
    await postgres.close();
    renameSync(join(copy, 'keys'), join(folder, 'keys'));
    const shut = start({ PROSA_DATA: copy });
    expect(await shut.ended).toEqual({ code: 1, signal: null });
    expect(shut.said()).toContain(`${join(copy, 'keys')} is missing`);
    expect(existsSync(join(copy, 'keys'))).toBe(false);

    renameSync(join(folder, 'keys'), join(copy, 'keys'));
    const again = start({ PROSA_DATA: copy, HOST: '0.0.0.0' });
    await ready(again);
    expect(first.said()).not.toContain('Whoever reaches');
    expect(again.said()).toContain('Whoever reaches 0.0.0.0 can sign in');
    const signed = await signIn(url, 'admin@prosa.demo');
    const { body } = await signed.call<{ contacts: { name: string }[] }>('GET /contacts?searchParam=Sampaio');
    expect(body.contacts).toMatchObject([{ name: 'Otávio Sampaio' }]);
    expect((await call(url, 'POST /auth/login', { body: { email: 'ana@prosa.demo', password: 'prosa-demo' } })).status).toBe(200);
  },
  START,
);
