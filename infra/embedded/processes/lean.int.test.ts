import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lean, nowhere, programs } from './lean.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test.each(programs)('%s, begun on nothing, keeps its code compiled and ends by itself', async (entry) => {
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
