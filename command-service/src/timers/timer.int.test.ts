import { derivedId, newId, Refused, tags } from '@prosa/contracts';
import type { Scheduler } from '@prosa/infra/runtime';
import type { Deps } from '../kernel/deps.ts';
import { createHandler } from '../kernel/handler.ts';
import type { ReactorTools } from '../kernel/reactor.ts';
import { counter, makeTags, type Process, processOf, runLine, standAt } from '../reactors/reactors.fixture.ts';
import { eventually, startWorld } from '../testing/world.fixture.ts';
import type { Reminder } from './timer.rows.ts';
import { defineTimer } from './timer.ts';

/** Here a tag's name says what it sets, as `subject at second 60` or `subject never`. */
const world = await startWorld();
const { deps } = await world.instance({ idle: true });
const { pool, store } = deps;
afterAll(() => world.close());

const START = Date.parse('2026-03-01T12:00:00Z');
const running: { stop: () => Promise<void> }[] = [];
afterEach(() => Promise.all(running.splice(0).map((one) => one.stop())));

/** Sets the one clock of all timers to a fixed time. */
const clock = (second: number) =>
  pool.query(`create or replace function command.timer_now() returns timestamptz language sql stable as
    $$ select timestamptz '${new Date(START + second * 1_000).toISOString()}' $$`);

type Remind = (reminder: Reminder, tools: ReactorTools) => Promise<void>;
/** Sends a command; each subject's stream shows how often it was carried out. */
const tell =
  (name: string): Remind =>
  async ({ subject, commandId, companyId, causationId }, { handle }) => {
    await handle({
      decider: counter,
      stream: streamOf(name, subject),
      command: { id: causationId },
      commandId,
      causationId,
      actor: { kind: 'system', id: 'test' },
      companyId,
      missing: 'ERR_NO_TAG_FOUND',
    });
  };
const streamOf = (name: string, subject: string) => `tag-told-${derivedId(newCompany, name, subject)}`;
const newCompany = newId();

const timerOf = (name: string, remind: Remind = tell(name)) =>
  defineTimer({
    name,
    streams: ['tag-'],
    events: [tags.events.created],
    due:
      () =>
      ({ data }) => {
        const [, subject, second] = /^(\S+) (?:at second (\d+)|never)$/.exec(String(data.name)) ?? [];
        if (subject === undefined) return null;
        return { subject, at: second === undefined ? null : new Date(START + Number(second) * 1_000) };
      },
    start: (tools) => (reminder) => remind(reminder, tools),
  });
const run = ({ line }: Process) => {
  const one = runLine(line);
  running.push(one);
  return one;
};
const begin = async (name: string, remind?: Remind) => {
  await standAt(deps, name, await store.head());
  const process = processOf(timerOf(name, remind), deps);
  return { ...process, ...run(process) };
};

type Row = { subject: string; second: number; attempts: number };
const rowsOf = async (name: string): Promise<Row[]> => {
  const { rows } = await pool.query<Row>(
    `select subject, extract(epoch from due_at - to_timestamp($2))::int as second, attempts from command.timer where timer = $1 order by subject`,
    [name, START / 1_000],
  );
  return rows;
};
const until = (name: string, subjects: string) =>
  eventually(
    () => rowsOf(name),
    (rows) => rows.map(({ subject }) => subject).join(' ') === subjects,
  );
const told = async (name: string, subject: string) => (await store.load(streamOf(name, subject))).length;

test('entries are run when they are due, in order of their times; an entry that was set again or cleared is run at its new time, or not', async () => {
  const order: string[] = [];
  const lateness: number[] = [];
  await clock(0);
  const { line } = await begin('ordered', async ({ subject, dueAt, lateMs }) => {
    order.push(`${subject} ${(dueAt.getTime() - START) / 1_000}`);
    lateness.push(lateMs);
  });
  await makeTags(deps, newCompany, ['b at second 20', 'a at second 10', 'c at second 30', 'd at second 15', 'e at second 25']);
  await makeTags(deps, newCompany, ['c at second 12', 'd never']);
  await until('ordered', 'a b c e');
  expect(order).toEqual([]);
  await clock(20);
  await until('ordered', 'e');
  expect(order).toEqual(['a 10', 'c 12', 'b 20']);
  expect(lateness).toEqual([10_000, 8_000, 0]);
  await clock(25);
  await until('ordered', '');
  expect(order).toEqual(['a 10', 'c 12', 'b 20', 'e 25']);
  await eventually(
    () => line.lag(),
    (lag) => lag === 0,
  );
});

test('before the timer first runs: an entry set and cleared is not run, one only set is, with its delay', async () => {
  await clock(60);
  const history = Array.from({ length: 600 }, (_, n) => `${n} at second ${n % 50}`);
  await makeTags(deps, newCompany, [...history, ...history.map((_, n) => `${n} never`), 'left at second 45']);
  const reminded: [string, number][] = [];
  run(
    processOf(
      timerOf('new', async ({ subject, lateMs }) => void reminded.push([subject, lateMs])),
      deps,
    ),
  );
  await eventually(
    () => reminded.filter(([subject]) => subject === 'left'),
    (found) => found.length > 0,
  );
  expect(reminded.filter(([subject]) => /^\d+$/.test(subject))).toEqual([]);
  expect(reminded).toContainEqual(['left', 15_000]);
});

test('if the process is killed at any moment, a due entry is run once', async () => {
  const moments = ['before', 'after'] as const;
  for (const moment of moments) {
    const name = `killed-${moment}`;
    await clock(0);
    const never = new Promise<never>(() => {});
    const dead = Promise.withResolvers<void>();
    const first = await begin(name, async (reminder, tools) => {
      if (moment === 'after') await tell(name)(reminder, tools);
      dead.resolve();
      await never;
    });
    await makeTags(deps, newCompany, ['a at second 10', 'b at second 11']);
    await until(name, 'a b');
    await clock(60);
    await dead.promise;
    // Its work never ends, so it is not awaited.
    running.pop();
    void first.stop();
    run(processOf(timerOf(name), fresh()));
    await until(name, '');
    expect([await told(name, 'a'), await told(name, 'b')]).toEqual([1, 1]);
  }
});
/** The deps of another process: without cached states of the streams. */
const fresh = (): Deps => {
  const { codec, log, clock } = deps;
  return { ...deps, handle: createHandler({ store, codec, log, clock }) };
};

test('two processes that both consider themselves the leader run an entry once', async () => {
  const name = 'both';
  await clock(0);
  await standAt(deps, name, await store.head());
  let reminded = 0;
  const both = Promise.withResolvers<void>();
  const remind: Remind = async (reminder, tools) => {
    reminded += 1;
    if (reminded === 2) both.resolve();
    await both.promise;
    await tell(name)(reminder, tools);
  };
  for (const own of [deps, fresh()]) run(processOf(timerOf(name, remind), own));
  await makeTags(deps, newCompany, ['a at second 10']);
  await until(name, 'a');
  await clock(10);
  await until(name, '');
  expect([reminded, await told(name, 'a')]).toEqual([2, 1]);
});

test('an entry that is set again while it runs is kept, and run again', async () => {
  const name = 'anew';
  await clock(0);
  const go = Promise.withResolvers<void>();
  const reminders: Reminder[] = [];
  await begin(name, async (reminder, tools) => {
    reminders.push(reminder);
    await go.promise;
    await tell(name)(reminder, tools);
  });
  const [first] = await makeTags(deps, newCompany, ['a at second 10']);
  await until(name, 'a');
  await clock(10);
  await eventually(
    () => reminders.length,
    (count) => count === 1,
  );
  const [second] = await makeTags(deps, newCompany, ['a at second 40']);
  await eventually(
    () => rowsOf(name),
    ([row]) => row?.second === 40,
  );
  go.resolve();
  await eventually(
    () => told(name, 'a'),
    (count) => count === 1,
  );
  expect(await rowsOf(name)).toMatchObject([{ subject: 'a', second: 40 }]);
  await clock(40);
  await until(name, '');
  expect(await told(name, 'a')).toBe(2);
  expect(reminders.map(({ causationId }) => causationId)).toEqual([first, second]);
});

test('an entry that is set again while it runs, and cleared after that, is not run again', async () => {
  const name = 'cleared';
  await clock(0);
  const go = Promise.withResolvers<void>();
  let reminded = 0;
  await begin(name, async () => {
    reminded += 1;
    await go.promise;
  });
  await makeTags(deps, newCompany, ['a at second 10']);
  await until(name, 'a');
  await clock(10);
  await eventually(
    () => reminded,
    (count) => count === 1,
  );
  await makeTags(deps, newCompany, ['a at second 40', 'b at second 20']);
  await until(name, 'a b');
  go.resolve();
  await clock(20);
  await until(name, 'a');
  await makeTags(deps, newCompany, ['a never']);
  await until(name, '');
  expect(reminded).toBe(2);
});

test('an entry begins when its turn comes', async () => {
  const name = 'polite';
  await clock(0);
  const quiet = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const later: Scheduler['run'] = async (...work) => {
    asked.resolve();
    await quiet.promise;
    return deps.turns.run(...work);
  };
  let reminded = 0;
  await standAt(deps, name, await store.head());
  const timer = timerOf(name, async () => {
    reminded += 1;
  });
  run(processOf(timer, { ...deps, turns: { ...deps.turns, run: later } }));
  await makeTags(deps, newCompany, ['a at second 10']);
  await until(name, 'a');
  await clock(10);
  await asked.promise;
  expect(reminded).toBe(0);
  quiet.resolve();
  await until(name, '');
  expect(reminded).toBe(1);
});

test('a failing entry is retried and delays no other, nor does a company with many due entries; a refused one is deleted', async () => {
  const name = 'failing';
  const other = newId();
  await clock(0);
  const done: string[] = [];
  const slow = Promise.withResolvers<void>();
  let failures = 1;
  await begin(name, async ({ subject, companyId }) => {
    if (subject === 'fails' && failures-- > 0) throw new Error('no');
    if (subject === 'refused') throw new Refused('ERR_NO_TAG_FOUND');
    if (companyId === newCompany && subject === 'slow') await slow.promise;
    done.push(subject);
  });
  await makeTags(deps, newCompany, ['fails at second 10', 'refused at second 11', 'slow at second 12', 'last at second 13']);
  await makeTags(deps, other, ['theirs at second 14']);
  await until(name, 'fails last refused slow theirs');
  await clock(20);
  await until(name, 'fails last slow');
  expect(done).toEqual(['theirs']);
  expect((await rowsOf(name))[0]).toMatchObject({ subject: 'fails', attempts: 1 });
  slow.resolve();
  await until(name, 'fails');
  expect(done).toEqual(['theirs', 'slow', 'last']);
  await clock(30);
  await until(name, '');
  expect(done).toEqual(['theirs', 'slow', 'last', 'fails']);
});
