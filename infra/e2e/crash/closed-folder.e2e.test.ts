import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { postgresUser } from '../../embedded/postgres/program.ts';
import { endAll, isAtRest, ready, type Started, startProgram } from '../launcher.fixture.ts';
import { START } from '../people.fixture.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
mkdirSync(join(root, '.cache'), { recursive: true });
// In the project's own file system, so that its packages can be linked instead of copied.
const closed = mkdtempSync(join(root, '.cache', 'closed-'));
const clone = join(closed, 'clone');
const data = join(closed, 'data');
const started: Started[] = [];
/** Links all files of a folder, one by one: other tests' programs write their compile cache there, whose temporary files come and go. */
const linkEach = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [one, other] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkEach(one, other);
    else
      try {
        linkSync(one, other);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
  }
};
const link = () => {
  mkdirSync(join(clone, 'node_modules'), { recursive: true });
  const parts = (folder: string, leftOut: string[]) =>
    readdirSync(join(root, folder)).flatMap((name) => (leftOut.includes(name) ? [] : [join(root, folder, name)]));
  execFileSync('cp', ['-al', ...parts('.', ['.git', '.cache', '.prosa', 'node_modules']), clone]);
  execFileSync('cp', ['-al', ...parts('node_modules', ['.cache']), join(clone, 'node_modules')]);
  linkEach(join(root, 'node_modules/.cache'), join(clone, 'node_modules/.cache'));
};
beforeAll(() => {
  link();
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
