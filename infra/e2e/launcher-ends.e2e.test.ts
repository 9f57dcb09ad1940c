import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endAll, family, isAtRest, lives, ready, type Started, startLauncher, startProgram, told } from './launcher.fixture.ts';
import { eventually, START } from './people.fixture.ts';

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
/** The pid of the launcher below a program that started it. The same program on other data only has its code compiled. */
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
/** As soon as its servers run, before the services are there. */
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
  'Ctrl-C while it starts for the first time stops what was started, in order, and the next start finds all well',
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
    // In a terminal, Ctrl-C goes to the whole group.
    process.kill(-next.process.pid!, 'SIGINT');
    expect(await next.ended).toEqual({ code: 0, signal: null });
    expect(all.filter(lives)).toEqual([]);
    expect(isAtRest(data)).toBe(true);
    expect(next.said()).not.toContain('ended');
  },
  START,
);

test.each([
  ['SIGTERM', 'npm'],
  ['SIGKILL', 'npm'],
  ['SIGKILL', 'start.mjs'],
] as const)(
  '%s to %s ends all that npm start began, in order',
  async (signal, victim) => {
    const npm = begin(startProgram('npm', ['start'], env));
    const launcher = await launcherOf(npm);
    await halfStarted(npm);
    const children = [launcher, ...family(launcher)];
    const startScript = Number(readFileSync(`/proc/${launcher}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]);
    process.kill(victim === 'npm' ? npm.process.pid! : startScript, signal);
    await nobodyLeft(children);
    await npm.ended;
  },
  START,
);
