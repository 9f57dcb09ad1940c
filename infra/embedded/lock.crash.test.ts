import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { claimPort, lockFolder } from './lock.ts';
import { CannotStart } from './processes/cannot-start.ts';
import { freePort } from './processes/ports.ts';

const folder = mkdtempSync(join(tmpdir(), 'prosa-lock-'));
const holders: ChildProcess[] = [];
// The holder must not outlive the test, whatever its result: it would keep the lock, and the run's output open.
afterEach(() => {
  for (const holder of holders.splice(0)) holder.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a lock of a killed launcher is released, even if its pid belongs to another process by now', async () => {
  const module = fileURLToPath(new URL('./lock.ts', import.meta.url));
  const script = `const { lockFolder } = await import(${JSON.stringify(module)});
    lockFolder(${JSON.stringify(folder)}); console.log('locked'); setInterval(() => 0, 1000);`;
  const holder = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  holders.push(holder);
  await once(holder.stdout, 'data');
  expect(() => lockFolder(folder)).toThrow(
    new CannotStart(
      `${folder} is in use by another Prosa (process ${holder.pid}). Stop it first, or name another folder in PROSA_DATA.`,
    ),
  );
  holder.kill('SIGKILL');
  await once(holder, 'close');

  writeFileSync(join(folder, 'launcher.lock'), String(process.ppid));
  const release = lockFolder(folder);
  expect(readFileSync(join(folder, 'launcher.lock'), 'utf8')).toBe(String(process.pid));
  expect(() => lockFolder(folder)).toThrow(CannotStart);
  release();
  expect(existsSync(join(folder, 'launcher.lock'))).toBe(false);
  lockFolder(folder)();
});

test('a port can be claimed only if it is valid and free', async () => {
  const port = await freePort();
  await claimPort('127.0.0.1', port);
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  await expect(claimPort('127.0.0.1', port)).rejects.toThrow(`Port ${port} is taken.`);
  other.close();
  for (const no of [Number.NaN, -1, 65_536, 1.5]) await expect(claimPort('127.0.0.1', no)).rejects.toThrow(CannotStart);
  await expect(claimPort('192.0.2.1', port)).rejects.toThrow(`Port ${port} on 192.0.2.1 cannot be used`);
});
