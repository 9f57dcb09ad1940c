import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { postgresUser } from '../embedded/postgres/program.ts';
import { endAll, isAtRest, ready, type Started, startProgram } from './launcher.fixture.ts';
import { START } from './people.fixture.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
mkdirSync(join(root, '.cache'), { recursive: true });
// In the project's own file system, so that its packages can be linked instead of copied.
const closed = mkdtempSync(join(root, '.cache', 'closed-'));
const clone = join(closed, 'clone');
const data = join(closed, 'data');
const started: Started[] = [];
const link = () => {
  rmSync(clone, { recursive: true, force: true });
  mkdirSync(clone);
  const parts = readdirSync(root).filter((name) => !['.git', '.cache', '.prosa'].includes(name));
  execFileSync('cp', ['-al', ...parts.map((name) => join(root, name)), clone]);
};
beforeAll(() => {
  try {
    link();
  } catch {
    // Other tests' programs write their compile cache there: a temporary file may be gone before it is linked.
    link();
  }
  chmodSync(closed, 0o700);
}, START);
afterAll(async () => {
  await endAll(started);
  rmSync(closed, { recursive: true, force: true });
}, START);

const start = async (): Promise<Started> => {
  const one = startProgram('node', ['infra/embedded/start.mjs'], { PORT: '0', PROSA_DATA: data }, clone);
  started.push(one);
  await ready(one);
  return one;
};

test(
  "a checkout and a data folder that only their owner can enter, as in root's home: Prosa starts, stops, and starts again on its data",
  async () => {
    expect(statSync(closed).mode & 0o777).toBe(0o700);
    const first = await start();
    // Started by root, Postgres runs as another user because it refuses to run as root; that user cannot enter the folder.
    const user = await postgresUser();
    expect(statSync(join(data, 'postgres')).uid).toBe(user?.uid ?? process.getuid?.());
    first.process.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);
    expect(isAtRest(data)).toBe(true);
    await start();
  },
  START,
);
