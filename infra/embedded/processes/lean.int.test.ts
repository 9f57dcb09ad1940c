import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgram } from './children.ts';
import { lean, nowhere, programs } from './lean.mjs';
import { openLog } from './log-file.ts';

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

const small = ['--max-semi-space-size=2', '--memory-saver-mode'];
const roomy = ['--max-semi-space-size=8', '--heap-growing-percent=60'];
const memoryFlags: Record<string, string[]> = {
  'infra/embedded/launcher.main.ts': small,
  'infra/embedded/event-store/main.ts': roomy,
  'command-service/src/main.ts': roomy,
  'projection-service/src/main.ts': roomy,
  'channel-gateway/src/main.ts': small,
};

test('every program has its memory flags here', () => expect(Object.keys(memoryFlags)).toEqual(programs));

test.each(Object.entries(memoryFlags))('%s is started with its memory flags, which this Node accepts', async (entry, flags) => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-flags-'));
  try {
    // A program at the same place, which says how it was started.
    mkdirSync(join(folder, dirname(entry)), { recursive: true });
    const says = 'JSON.stringify([process.execArgv, process.env.MALLOC_ARENA_MAX])';
    writeFileSync(join(folder, entry), `process.getBuiltinModule('fs').writeFileSync('said', ${says});`);
    const log = openLog(join(folder, 'log'));
    expect(await startProgram({ root: folder, entry, env: {}, log, isReady: async () => true }).ended).toBe('ended (code 0)');
    await log.end();
    const [argv, arenas] = JSON.parse(readFileSync(join(folder, 'said'), 'utf8'));
    const others = ['--max-old-space-size=512', '--expose-gc', '--no-concurrent-sparkplug'];
    const isOfMemory = (flag: string) => /size|memory|heap|gc|sparkplug/.test(flag);
    expect(argv.filter(isOfMemory)).toEqual([...flags, ...others]);
    expect(arenas).toBe('1');
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
