import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, keepAlive, startProgram } from './children.ts';
import { openLog } from './log-file.ts';
import { freePort } from './ports.ts';

const folder = mkdtempSync(join(tmpdir(), 'prosa-children-'));
const logPath = join(folder, 'child.log');
const log = openLog(logPath);
const kept: Child[] = [];
afterAll(async () => {
  for (const child of kept) await child.stop();
  await log.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Keeps a program with this source running; one that listens on PORT is ready when it answers. */
const keep = async (source: string) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const entry = join(folder, `${port}.mjs`);
  writeFileSync(entry, source);
  const said: string[] = [];
  const isReady = async () => (await fetch(url, { signal: AbortSignal.timeout(500) })).ok;
  const start = () => startProgram({ root: folder, entry, env: { PORT: String(port) }, log, isReady });
  const child = keepAlive({ name: 'child', url, logPath, start, say: (line) => said.push(line) });
  kept.push(child);
  return { child, said };
};
const server = `
  import { createServer } from 'node:http';
  createServer((_, response) => response.end('ok')).listen(Number(process.env.PORT), '127.0.0.1');
  process.stdin.resume().on('end', () => process.exit(0));
  console.log('listening');`;
const until = async (holds: () => boolean): Promise<void> => {
  for (const end = Date.now() + 20_000; !holds() && Date.now() < end; ) await sleep(20);
  expect(holds()).toBe(true);
};

test('a child that dies is reported and restarted as another process, and its output goes to its log', async () => {
  const { child, said } = await keep(server);
  await child.whenReady();
  const before = child.pid()!;
  process.kill(before, 'SIGKILL');
  await until(() => child.pid() !== undefined && child.pid() !== before && child.ready());
  expect(said).toEqual([`child ended (SIGKILL); starting it again. Its log: ${logPath}`]);
  expect(readFileSync(logPath, 'utf8')).toBe('listening\nlistening\n');
});

test('a child that hangs is not ready until it answers again', async () => {
  const { child, said } = await keep(server);
  await child.whenReady();
  const pid = child.pid()!;
  process.kill(pid, 'SIGSTOP');
  await until(() => !child.ready());
  process.kill(pid, 'SIGCONT');
  await until(() => child.ready());
  expect(child.pid()).toBe(pid);
  expect(said).toEqual([]);
});

test('a child that always fails is restarted with growing pauses, which a stop ends early', async () => {
  const { child, said } = await keep('process.exit(3);');
  const ready = child.whenReady();
  // It has died, and waits for two seconds or more until its next start.
  await until(() => said.length >= 3 && child.pid() === undefined);
  expect(said[0]).toContain('child ended (code 3)');
  let isOver = false;
  const stopped = child.stop().then(() => {
    isOver = true;
  });
  await expect(ready).rejects.toThrow('child was stopped');
  // The wait's timer is not waited for: that takes some turns of the event loop.
  for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(true);
  await stopped;
  expect(child.pid()).toBeUndefined();
});
