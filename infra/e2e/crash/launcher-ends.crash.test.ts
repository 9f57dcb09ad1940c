import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawn } from '../../testing/volume.ts';
import { endAll, family, isAtRest, lives, ready, type Started, startLauncher, startProgram, told } from '../launcher.fixture.ts';
import { eventually, START } from '../people.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'prosa-ends-'));
const data = join(folder, 'data');
const env = { PORT: '0', PROSA_DATA: data };
const started: Started[] = [];
afterAll(async () => {
  await endAll(started);
  rmSync(folder, { recursive: true, force: true });
}, START);

const begin = (one: Started): Started => {
  started.push(one);
  return one;
};
/** The pid of the launcher below a program that started it. The same program with other data is only filling its compile cache. */
const launcherOf = (one: Started): Promise<number> =>
  eventually(
    'the launcher',
    () =>
      family(one.process.pid!)
        .filter(lives)
        .find(
          (pid) => told(pid, 'cmdline').includes('launcher.main.ts') && told(pid, 'environ').includes(`PROSA_DATA=${data}\0`),
        ),
    START,
  );
/** Waits until its servers run and the services do not exist yet. */
const halfStarted = (one: Started): Promise<true> =>
  eventually(
    'a start that is under way',
    () => {
      if (one.process.exitCode !== null) throw new Error(`It ended: ${one.said()}`);
      return existsSync(join(data, 'postgres', 'postmaster.pid'));
    },
    START,
  );
const nobodyLeft = (children: number[]) => eventually('the end of all', () => !children.some(lives) && isAtRest(data), 30_000);

test(
  'Ctrl-C during the first start stops everything in order, and the next start succeeds',
  async () => {
    const one = begin(startLauncher(env));
    await halfStarted(one);
    const children = family(one.process.pid!);
    process.kill(-one.process.pid!, 'SIGINT');
    expect(await one.ended).toEqual({ code: 0, signal: null });
    expect(children.filter(lives)).toEqual([]);
    expect(isAtRest(data)).toBe(true);
    expect(one.said().trim()).toBe('Stopping…');

    const next = begin(startLauncher(env));
    await ready(next);
    const all = family(next.process.pid!);
    expect(all.length).toBeGreaterThanOrEqual(5);
    // In a terminal, Ctrl-C goes to the whole process group.
    process.kill(-next.process.pid!, 'SIGINT');
    expect(await next.ended).toEqual({ code: 0, signal: null });
    expect(all.filter(lives)).toEqual([]);
    expect(isAtRest(data)).toBe(true);
    expect(next.said()).not.toContain('ended');
  },
  START,
);

test(
  'a data folder that is deleted while it runs ends it with one sentence',
  async () => {
    const folderOfItsOwn = join(folder, 'deleted');
    const one = begin(startLauncher({ ...env, PROSA_DATA: folderOfItsOwn }));
    await ready(one);
    const all = family(one.process.pid!);
    const before = one.said().length;
    rmSync(folderOfItsOwn, { recursive: true, force: true });
    expect(await one.ended).toEqual({ code: 1, signal: null });
    expect(all.filter(lives)).toEqual([]);
    const lines = one.said().slice(before).trim().split('\n');
    expect(lines.filter((line) => !line.includes('starting it again'))).toEqual([
      `The data folder ${folderOfItsOwn} was deleted, and nothing more can be stored: Prosa ends.`,
    ]);
  },
  START,
);

/** Simulates a Node without `process.execve`. */
const older = { NODE_OPTIONS: '--import=data:text/javascript,delete%20process.execve' };

const ends = drawn('npm start ends by', [
  ['SIGTERM', 'npm', 'became the launcher', {}],
  ['SIGKILL', 'npm', 'became the launcher', {}],
  ['SIGKILL', 'the parent of the launcher', 'became the launcher', {}],
  ['SIGTERM', 'npm', 'started the launcher', older],
  ['SIGKILL', 'npm', 'started the launcher', older],
  ['SIGKILL', 'the parent of the launcher', 'started the launcher', older],
] as const);

test.each(ends)(
  '%s to %s stops everything that npm start has started, in order, if the script %s',
  async (signal, victim, way, more) => {
    const npm = begin(startProgram('npm', ['start'], { ...env, ...more }));
    const launcher = await launcherOf(npm);
    await halfStarted(npm);
    const children = [launcher, ...family(launcher)];
    const parent = Number(told(launcher, 'stat').split(') ')[1]!.split(' ')[1]);
    expect(told(parent, 'cmdline').startsWith('node\0infra/embedded/start.mjs')).toBe(way === 'started the launcher');
    process.kill(victim === 'npm' ? npm.process.pid! : parent, signal);
    await nobodyLeft(children);
    await npm.ended;
  },
  START,
);
