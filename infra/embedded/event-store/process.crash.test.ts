import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { AccessDeniedError, type AppendExpectedRevision, type AppendResult, EventStoreDBClient } from '@eventstore/db-client';
import { StoreClient } from '../../runtime/store/client.ts';
import { drawn } from '../../testing/volume.ts';
import { storeUrl } from './password.ts';
import { collect, events, failureOf, fresh, temporaryFolder } from './temporary-store.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
let folder: ReturnType<typeof temporaryFolder>;
const children = new Set<ChildProcess>();
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  for (const child of children) await ended(child, 'SIGKILL');
  folder.remove();
});

const ended = async (child: ChildProcess, signal?: NodeJS.Signals) => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  if (signal) child.kill(signal);
  await exit;
};

const spawnStore = (environment: Record<string, string> = {}) => {
  const env = {
    ...process.env,
    NODE_OPTIONS: '--no-warnings',
    EVENTSTORE_PORT: '0',
    EVENTSTORE_DATA: folder.dataDir,
    EVENTSTORE_INSECURE: '1',
    ...environment,
  };
  const child = spawn(process.execPath, [main], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  children.add(child);
  const lines = createInterface({ input: child.stdout });
  const ready = once(lines, 'line').then(([line]) => JSON.parse(line as string) as { message: string; address: string });
  return { child, ready };
};

const start = async () => {
  const { child, ready } = spawnStore();
  const { message, address } = await ready;
  expect(message).toBe('ready');
  return { child, client: EventStoreDBClient.connectionString(storeUrl(address)) };
};

type Acknowledged = { id: string; stream: string; revision: bigint };

/** Writes from 16 clients until the store dies: half with exact revisions to streams of their own, half to one shared stream. */
const writeUntilDeath = async (client: EventStoreDBClient, onAcknowledged: (count: number) => void) => {
  const acknowledged: Acknowledged[] = [];
  const shared = fresh('shared');
  const write = async (writer: number) => {
    const stream = writer % 2 === 0 ? fresh('own') : shared;
    let last: bigint | 'no_stream' = 'no_stream';
    for (;;) {
      const batch = events(3);
      const expectedRevision: AppendExpectedRevision = stream === shared ? 'any' : last;
      const { nextExpectedRevision }: AppendResult = await client.appendToStream(stream, batch, { expectedRevision });
      last = nextExpectedRevision;
      for (const [index, { id }] of batch.entries()) {
        acknowledged.push({ id, stream, revision: nextExpectedRevision - BigInt(batch.length - 1 - index) });
      }
      onAcknowledged(acknowledged.length);
    }
  };
  await Promise.allSettled(Array.from({ length: 16 }, (_, writer) => write(writer)));
  return acknowledged;
};

it.each(drawn('an event store is killed after so many events', [300, 1500, 4000]))(
  'killed during appends, after %i events, it has each answered one exactly once and no gap',
  async (enough) => {
    const first = await start();
    const acknowledged = await writeUntilDeath(first.client, (count) => {
      if (count >= enough) first.child.kill('SIGKILL');
    });
    await ended(first.child);
    const second = await start();
    const all = await collect(second.client.readAll());
    const written = new Map(all.map(({ event }) => [event?.id, event]));
    expect(acknowledged.length).toBeGreaterThanOrEqual(enough);
    expect(written.size).toBe(all.length);
    for (const { id, stream, revision } of acknowledged) expect(written.get(id)).toMatchObject({ streamId: stream, revision });
    const next = new Map<string, bigint>();
    for (const { event } of all) {
      if (!event) throw new Error('an entry without event');
      expect(event.revision).toBe(next.get(event.streamId) ?? 0n);
      next.set(event.streamId, event.revision + 1n);
    }
    await second.client.dispose();
  },
);

it('detects a repeated append whose answer was lost in a kill: its events are stored once', async () => {
  const first = await start();
  const stream = fresh();
  const batch = events(50);
  const attempt = first.client.appendToStream(stream, batch, { expectedRevision: 'no_stream' }).catch(() => undefined);
  first.child.kill('SIGKILL');
  await attempt;
  await ended(first.child);
  const second = await start();
  const repeated = await second.client.appendToStream(stream, batch, { expectedRevision: 'no_stream' });
  expect(repeated.nextExpectedRevision).toBe(49n);
  expect((await collect(second.client.readStream(stream))).map(({ event }) => event?.id)).toEqual(batch.map(({ id }) => id));
  await second.client.dispose();
});

it.each<NodeJS.Signals>(['SIGTERM', 'SIGINT'])('ends cleanly on %s', async (signal) => {
  const { child, client } = await start();
  await client.appendToStream(fresh(), events(1));
  await client.dispose();
  await ended(child, signal);
  expect(child.exitCode).toBe(0);
});

it("ends when its parent's pipe closes", async () => {
  const { child, ready } = spawnStore({ PROSA_PARENT_PIPE: '1' });
  await ready;
  child.stdin?.end();
  await ended(child);
  expect(child.exitCode).toBe(0);
});

it('refuses a folder that another process uses, and reports it', async () => {
  await start();
  const { child } = spawnStore();
  const errors = createInterface({ input: child.stderr! });
  const [line] = (await once(errors, 'line')) as [string];
  expect(JSON.parse(line)).toMatchObject({ level: 'error', message: expect.stringContaining('in use by another process') });
  await ended(child);
  expect(child.exitCode).toBe(1);
});

it('creates its password at the first start, readable by its owner only, and never logs it', async () => {
  const { child, ready } = spawnStore({ EVENTSTORE_INSECURE: '' });
  let told = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (told += chunk));
  const { address } = await ready;
  const path = `${folder.dataDir}.password`;
  const password = readFileSync(path, 'utf8').trim();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const stranger = EventStoreDBClient.connectionString(storeUrl(address));
  expect(await failureOf(stranger.appendToStream(fresh(), events(1)))).toBeInstanceOf(AccessDeniedError);
  await stranger.dispose();
  const owner = StoreClient.at(storeUrl(address, password));
  await owner.appendToStream(fresh(), events(1));
  await owner.dispose();
  expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')).not.toContain(password);
  await ended(child, 'SIGTERM');
  expect(told).toContain('stopped');
  expect(told).not.toContain(password);
  const second = spawnStore({ EVENTSTORE_INSECURE: '' });
  await second.ready;
  expect(readFileSync(path, 'utf8').trim()).toBe(password);
  rmSync(path);
});
