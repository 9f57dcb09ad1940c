import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { given } from '../runtime/kernel/environment.ts';

test('an empty variable counts as not set', () => {
  const env = { HOST: '', PORT: '81', EVENTSTORE_URL: '', DATABASE_URL: undefined };
  expect(given(env)).toEqual({ PORT: '81' });
});

/** Starts the launcher in an empty folder, with these variables; what it has said on stderr when it ended by itself, within a minute. */
const launched = async (variables: (folder: string) => Record<string, string>): Promise<{ code: unknown; said: string }> => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-launched-'));
  const program = fileURLToPath(new URL('./launcher.main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--no-warnings', program], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...variables(folder) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (data) => {
    said += data;
  });
  const late = setTimeout(() => child.kill('SIGTERM'), 60_000);
  const [code] = await once(child, 'close');
  clearTimeout(late);
  rmSync(folder, { recursive: true });
  return { code, said };
};

test('a launcher with empty variables first checks its own port on the loopback', async () => {
  const taken = createServer().listen(8080, '127.0.0.1');
  const listening = await once(taken, 'listening').catch((error: NodeJS.ErrnoException) => error.code);
  const empty = { PORT: '', HOST: '', EVENTSTORE_URL: '', DATABASE_URL: '', PROSA_DATA: '' };
  const { code, said } = await launched(() => empty);
  if (listening !== 'EADDRINUSE') taken.close();
  expect([code, said]).toEqual([1, 'Port 8080 is taken. Stop what uses it, or choose another: PORT=8081 npm start\n']);
}, 120_000);

test('a start whose servers cannot be used ends with a line for each', async () => {
  const env = {
    EVENTSTORE_URL: 'esdb://prosa:s3cret@host:x',
    DATABASE_URL: 'prosa:s3cret@host',
    MEDIA_URL: 's3://k:s3cret@host',
  };
  const { code, said } = await launched((folder) => ({ PORT: '0', PROSA_DATA: join(folder, 'data'), ...env }));
  const lines = Object.keys(env).map((variable) => expect.stringMatching(`^${variable}.*: This is no address of `));
  expect([code, ...said.trim().split('\n')]).toEqual([1, ...lines]);
  expect(said).not.toContain('s3cret');
}, 120_000);
