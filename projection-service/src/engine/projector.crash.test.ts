import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { newId } from '@prosa/contracts';
import {
  type Engine,
  fixtureTables,
  openEngine,
  silent,
  somePad,
  startFixtureProjector,
  until,
  writerOf,
} from './engine.fixture.ts';
import { checkpoint, liveRows } from './live-tables.fixture.ts';
import type { Projector } from './projector.ts';
import { rebuild } from './rebuild/rebuild.ts';

let engine: Engine;
let running: Projector | undefined;
beforeAll(async () => {
  engine = await openEngine();
  await rebuild({ ...engine, tables: fixtureTables, log: silent });
});
afterAll(async () => {
  await running?.stop();
  await engine?.close();
});

test('if it is killed between commit and publishing, the company fetches again, and nothing counts twice', async () => {
  const program = new URL('./mute-projector.fixture.ts', import.meta.url).pathname;
  const { EVENTSTORE_URL, DATABASE_URL, PROSA_KEYS } = engine.config;
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      ...{ NODE_OPTIONS: '', EVENTSTORE_URL, DATABASE_URL, PROSA_KEYS: PROSA_KEYS.toString('base64'), STREAMS: engine.word },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const companyId = newId();
  const write = writerOf(engine, companyId);
  const pad = somePad();
  const position = await write(pad.stream, ...pad.events);
  for await (const line of child.stdout.setEncoding('utf8')) if (String(line).includes('committed')) break;
  child.kill('SIGKILL');
  await ended;
  // The position reached: a batch may end in the middle of one append.
  const committed = await checkpoint(engine.pool);
  const heard = await engine.listen();
  running = startFixtureProjector(engine, { leaseMs: 5_000, tickMs: 50 });
  const refetch = await until(() => heard.all.find(({ kind }) => kind === 'refetch'));
  expect(refetch).toEqual({ kind: 'refetch', companyId, position: committed.toString() });
  await until(async () => (await checkpoint(engine.pool)) >= position);
  const rows = await liveRows(engine.pool);
  expect(rows.shelf_count).toHaveLength(1);
  expect(rows.trail).toHaveLength(pad.events.length);
  await rebuild({ ...engine, tables: fixtureTables, log: silent });
  expect(await liveRows(engine.pool)).toEqual(rows);
  await heard.close();
});
