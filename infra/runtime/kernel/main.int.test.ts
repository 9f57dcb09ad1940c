import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { until } from '../runtime.fixture.ts';

const program = fileURLToPath(new URL('./main.fixture.ts', import.meta.url));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const start = (env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [program], { env: { PATH: process.env.PATH, ...env }, stdio: 'pipe' });
  children.push(child);
  const told = { out: '', code: undefined as number | null | undefined, child };
  child.stdout.on('data', (data) => {
    told.out += data;
  });
  child.on('exit', (code) => {
    told.code = code;
  });
  return told;
};
const readyLine = (out: string) => out.split('\n').find((line) => line.startsWith('{"ready"'));

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a service reports when it is ready, and on %s it closes and ends cleanly',
  async (signal) => {
    const told = start();
    await until(() => readyLine(told.out));
    expect(JSON.parse(readyLine(told.out)!)).toEqual({ ready: 'fixture', url: expect.stringMatching(/^tcp:/) });
    told.child.kill(signal);
    await until(() => told.code !== undefined);
    expect([told.code, told.out.includes('closed')]).toEqual([0, true]);
  },
);

test('it ends when its parent process has ended, if configured to watch it', async () => {
  const [watching, careless] = [start({ PROSA_PARENT_PIPE: '1' }), start()];
  await until(() => readyLine(watching.out) && readyLine(careless.out));
  careless.child.stdin?.end();
  watching.child.stdin?.end();
  await until(() => watching.code !== undefined);
  expect([watching.code, watching.out.includes('closed'), careless.code]).toEqual([0, true, undefined]);
});

test.each([
  ['rejection', 'nobody caught'],
  ['config', 'PROSA_KEYS is not set.'],
])('an uncaught %s ends it with code 1 and a log line', async (fault, words) => {
  const told = start({ FAULT: fault });
  await until(() => told.code !== undefined);
  expect([told.code, told.out.includes(words)]).toEqual([1, true]);
});

test('it ends even if nobody reads its log any more', async () => {
  const told = start({ PROSA_PARENT_PIPE: '1' });
  await until(() => readyLine(told.out));
  told.child.stdout?.destroy();
  told.child.stderr?.destroy();
  told.child.stdin?.end();
  await until(() => told.code !== undefined);
  expect(told.code).toBe(0);
});

test('an error during the shutdown is reported by the exit code', async () => {
  const told = start({ FAULT: 'close' });
  await until(() => readyLine(told.out));
  told.child.kill('SIGTERM');
  await until(() => told.code !== undefined);
  expect(told.code).toBe(1);
});
