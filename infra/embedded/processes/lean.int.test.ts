import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lean, nowhere, programs } from './lean.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test.each(programs)('%s, started without servers, fills the compile cache and ends by itself', async (entry) => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-compiled-'));
  const env = { ...process.env, ...lean.env, ...nowhere, NODE_COMPILE_CACHE: folder };
  try {
    const child = spawn(process.execPath, lean.argv(entry), { cwd: root, env, stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    expect(code).toBe(1);
    expect(readdirSync(folder, { recursive: true }).length).toBeGreaterThan(50);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a process that has just started ends, even while it compiles', async () => {
  const [entry] = programs.filter((program) => program.includes('event-store'));
  // With the compiler threads that kept one of twelve from ending.
  const argv = lean.argv(entry!).toSpliced(-1, 0, '--concurrent-sparkplug');
  for (let turn = 0; turn < 12; turn++) {
    const folder = mkdtempSync(join(tmpdir(), 'prosa-compiled-'));
    const env = { ...process.env, ...lean.env, ...nowhere, NODE_COMPILE_CACHE: folder };
    const child = spawn(process.execPath, argv, {
      cwd: root,
      env,
      stdio: 'ignore',
      timeout: 60_000,
      killSignal: 'SIGKILL',
    });
    expect({ turn, ended: await once(child, 'exit') }).toEqual({ turn, ended: [1, null] });
    rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);
