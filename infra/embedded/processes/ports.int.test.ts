import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { freePort, reservePort } from './ports.ts';

const SYSTEM = '/proc/sys/net/ipv4/ip_local_port_range';

test('a port is chosen below those that the system gives to others', async () => {
  const lowest = existsSync(SYSTEM) ? Number(readFileSync(SYSTEM, 'utf8').split(/\s+/)[0]) : 49_152;
  for (let turn = 0; turn < 50; turn++) expect(await freePort()).toBeLessThan(Math.min(lowest, 32_768));
});

test('a reserved port is given to nobody else, in no process, until it is released; nor is one on which somebody listens', async () => {
  const { port } = await reservePort();
  // Released at once by a process that ends.
  const range = { first: port + 1, last: port + 3 };
  const listening = createServer().listen(range.last, '127.0.0.1');
  await once(listening, 'listening');
  const held = [await reservePort(range), await reservePort(range)];
  expect(held.map((one) => one.port).sort()).toEqual([range.first, range.first + 1]);
  await expect(reservePort(range)).rejects.toThrow('No free port');

  const module = JSON.stringify(join(import.meta.dirname, 'ports.ts'));
  const script = `const { reservePort } = await import(${module});
    console.log(await reservePort(${JSON.stringify(range)}).then(({ port }) => port, () => 'none'));`;
  const inAnother = async (): Promise<string> => {
    const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return (await child.stdout.setEncoding('utf8').toArray()).join('').trim();
  };
  expect(await inAnother()).toBe('none');
  held[0]!.release();
  expect(await inAnother()).toBe(String(held[0]!.port));
  held[1]!.release();
  listening.close();
});
