import { newId } from '@prosa/contracts';
import type { BusMessage, Store } from '@prosa/infra/runtime';
import type { Reactor } from '../kernel/reactor.ts';
import { eventually, startWorld } from '../testing/world.fixture.ts';
import {
  counting,
  createRows,
  makeTags,
  mortal,
  onTags,
  type Process,
  processOf,
  rowsOf,
  runLine,
  standAt,
  toldOf,
} from './reactors.fixture.ts';
import { startReactors } from './reactors.ts';

const world = await startWorld();
const { deps, bus } = await world.instance({ idle: true });
const { pool, store } = deps;
await createRows(deps);
afterAll(() => world.close());

const LEASE = { ttlMs: 1_500, renewMs: 100 };
const running: { stop: () => Promise<void> }[] = [];
afterEach(() => Promise.all(running.splice(0).map((one) => one.stop())));
const run = (line: Process['line']) => {
  const one = runLine(line);
  running.push(one);
  return one;
};
const lead = (reactors: Reactor[], more: Partial<typeof deps> = {}) => {
  const one = startReactors({ ...deps, ...more }, { ...bus, publish: async () => undefined }, reactors, LEASE);
  running.push(one);
  return one;
};

const position = async (name: string): Promise<bigint> => {
  const { rows } = await pool.query<{ position: string }>('select position from command.checkpoint where name = $1', [name]);
  return BigInt(rows[0]?.position ?? -1);
};
const done = async (name: string): Promise<void> => {
  const head = await store.head();
  await eventually(
    () => position(name),
    (at) => at >= head,
  );
  await eventually(
    () => pool.query('select from command.deferred_work where reactor = $1', [name]),
    ({ rowCount }) => rowCount === 0,
  );
};
const firstOf = (messages: BusMessage[]): unknown[] => [...new Set(messages.map(({ value }) => value))];

/** More steps than it takes to handle three events; the last ones lie after the end. */
const STEPS = 30;
const moments = Array.from({ length: STEPS }, (_, n) => [false, true].map((heard) => ({ step: n + 1, heard }))).flat();
let died = 0;
test.each(moments)('killed at step $step (heard: $heard), nothing is lost and nothing is done twice', async (moment) => {
  const [name, companyId] = [`killed-${moment.step}-${moment.heard}`, newId()];
  const published: BusMessage[] = [];
  await standAt(deps, name, await store.head());
  const eventIds = await makeTags(deps, companyId, ['Uma', 'Duas', 'Três']);
  const process = mortal(deps, published, moment);
  const dying = new AbortController();
  void processOf(counting(name, companyId), process.deps, process.bus).line.run(dying.signal);
  await Promise.race([process.dead, done(name).catch(() => undefined)]);
  process.over();
  if (await process.dead) died += 1;
  const next = processOf(counting(name, companyId), deps);
  run(next.line);
  await done(name);
  dying.abort();
  expect(firstOf([...published, ...next.published])).toEqual(eventIds);
  expect(await rowsOf(deps, name)).toEqual([...eventIds].sort());
  expect(await toldOf(deps, name, companyId)).toEqual([...eventIds].sort());
});

test('of these deaths there was one at each step', () => expect([died > 30, died < moments.length]).toEqual([true, true]));

test('of two processes that both consider themselves the leader, each row is written once and each command carried out once', async () => {
  const [name, companyId] = ['both', newId()];
  await standAt(deps, name, await store.head());
  const both = [processOf(counting(name, companyId), deps), processOf(counting(name, companyId), deps)];
  for (const { line } of both) run(line);
  const eventIds: string[] = [];
  for (let n = 0; n < 40; n += 1) eventIds.push(...(await makeTags(deps, companyId, [`Uma ${n}`, `Outra ${n}`])));
  await done(name);
  expect(new Set(both.flatMap(({ published }) => published.map(({ value }) => value)))).toEqual(new Set(eventIds));
  expect(await rowsOf(deps, name)).toEqual([...eventIds].sort());
  expect(await toldOf(deps, name, companyId)).toEqual([...eventIds].sort());
});

test('each reactor has its own lease: another process takes over a released one, and continues at its checkpoint', async () => {
  const companyId = newId();
  const names = ['taken-1', 'taken-2'];
  for (const name of names) await standAt(deps, name, await store.head());
  const [one, two] = [0, 1].map(() => lead(names.map((name) => counting(name, companyId))));
  const leaders = () => [one!, two!].map(({ lags }) => [...lags().keys()]);
  await eventually(leaders, (led) => led.flat().sort().join() === names.join());
  const eventIds = await makeTags(deps, companyId, ['Antes']);
  await done('taken-1');
  await pool.query(`update lease.lease set epoch = epoch + 1, until = clock_timestamp() where name = 'reactor:taken-1'`);
  eventIds.push(...(await makeTags(deps, companyId, ['Depois'])));
  await eventually(leaders, (led) => led.flat().sort().join() === names.join());
  for (const name of names) {
    await done(name);
    expect(await rowsOf(deps, name)).toEqual([...eventIds].sort());
  }
});

test('all reactors of a process share one subscription to all streams', async () => {
  const companyId = newId();
  const names = Array.from({ length: 6 }, (_, n) => `shared-${n}`);
  for (const name of names) await standAt(deps, name, await store.head());
  let [reading, batches] = [0, 0];
  const counted: Store = {
    ...store,
    subscribeAll: (options) => {
      reading += 1;
      const onBatch: typeof options.onBatch = (...batch) => {
        batches += 1;
        return options.onBatch(...batch);
      };
      return store.subscribeAll({ ...options, onBatch }).finally(() => {
        reading -= 1;
      });
    },
  };
  lead(
    names.map((name) => counting(name, companyId, { command: async () => undefined })),
    { store: counted },
  );
  await makeTags(deps, companyId, ['Antes']);
  for (const name of names) await done(name);
  await eventually(
    () => reading,
    (open) => open === 1,
  );
  batches = 0;
  const eventIds = await makeTags(deps, companyId, ['Depois']);
  for (const name of names) await done(name);
  expect([reading, batches]).toEqual([1, 1]);
  for (const name of names) expect(await rowsOf(deps, name)).toEqual(expect.arrayContaining(eventIds));
});

test('a reactor that is stuck does not block others; afterwards it reads by itself, and misses nothing', async () => {
  const companyId = newId();
  const free = Promise.withResolvers<void>();
  const seen: unknown[] = [];
  const stuck = onTags({
    name: 'stuck',
    start: () => ({
      publish: async (fact) => {
        await free.promise;
        seen.push(fact.meta.eventId);
        return null;
      },
    }),
  });
  for (const name of ['stuck', 'quick']) await standAt(deps, name, await store.head());
  const reactors = lead([stuck, counting('quick', companyId, { command: async () => undefined })]);
  await eventually(
    () => reactors.lags().size,
    (size) => size === 2,
  );
  const eventIds: string[] = [];
  try {
    for (let n = 0; n < 6; n += 1) {
      eventIds.push(
        ...(await makeTags(
          deps,
          companyId,
          Array.from({ length: 250 }, (_, one) => `Etiqueta ${n} ${one}`),
        )),
      );
      await done('quick');
    }
    expect(await rowsOf(deps, 'quick')).toEqual([...eventIds].sort());
    expect(seen).toEqual([]);
    expect(reactors.lags().get('stuck')).toBeGreaterThan(0);
    await eventually(
      () => reactors.lags().get('quick'),
      (lag) => lag === 0,
    );
  } finally {
    free.resolve();
  }
  await done('stuck');
  expect(seen).toEqual(eventIds);
  await eventually(
    () => reactors.lags().get('stuck'),
    (lag) => lag === 0,
  );
  // It is part of the feed again.
  const later = await makeTags(deps, companyId, ['Depois']);
  await done('stuck');
  expect(seen).toEqual([...eventIds, ...later]);
});

test('a new reactor starts with the first event ever, or with events after its creation', async () => {
  const companyId = newId();
  const heard = { all: [] as string[], new: [] as string[] };
  const on = (name: keyof typeof heard, begins: Reactor['begins']) =>
    onTags({
      name,
      begins,
      start: () => ({
        publish: async ({ meta }) => {
          heard[name].push(meta.eventId);
          return null;
        },
      }),
    });
  const before = await makeTags(deps, companyId, ['Antes']);
  lead([on('all', 'start'), on('new', 'now')]);
  await eventually(
    () => position('new'),
    (at) => at >= 0n,
  );
  const after = await makeTags(deps, companyId, ['Depois']);
  await done('all');
  await done('new');
  expect(heard.all).toEqual(expect.arrayContaining([...before, ...after]));
  expect(heard.new).toEqual(after);
});

test('a reactor that waits for Postgres restarts at its checkpoint, and reports its lag meanwhile', async () => {
  const [name, companyId] = ['away', newId()];
  await standAt(deps, name, await store.head());
  let away = false;
  const refused = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
  const unreliable = new Proxy(pool, {
    get: (target, key) =>
      (key === 'query' || key === 'connect') && away
        ? () => Promise.reject(refused)
        : typeof target[key as keyof typeof target] === 'function'
          ? (target[key as keyof typeof target] as unknown as (...args: unknown[]) => unknown).bind(target)
          : target[key as keyof typeof target],
  });
  const { line, published } = processOf(counting(name, companyId), { ...deps, pool: unreliable });
  run(line);
  const eventIds = await makeTags(deps, companyId, ['Antes']);
  await done(name);
  away = true;
  eventIds.push(...(await makeTags(deps, companyId, ['Meanwhile'])));
  await eventually(
    () => line.lag(),
    (lag) => lag !== null && lag > 1,
  );
  away = false;
  await done(name);
  expect(await rowsOf(deps, name)).toEqual([...eventIds].sort());
  expect(firstOf(published)).toEqual(eventIds);
  await eventually(
    () => line.lag(),
    (lag) => lag === 0,
  );
});
