import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const run = (command: string, env: Record<string, string>): Promise<{ code: unknown; told: string }> =>
  new Promise((resolve) => {
    const path = fileURLToPath(new URL(command, import.meta.url));
    execFile(process.execPath, ['--no-warnings', path], { env: { PATH: process.env.PATH, ...env } }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, told: out + err }),
    );
  });

test.each(['rebuild.main.ts', 'parked.main.ts'])('%s reports in one sentence what is missing, and fails', async (command) => {
  const { code, told } = await run(command, {});
  expect(code).toBe(1);
  expect(told).toContain('The environment is not complete: EVENTSTORE_URL');
  expect(told).not.toContain('    at ');
  const nowhere = { EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const secrets = {
    PROSA_KEYS: Buffer.alloc(32, 1).toString('base64'),
    PROSA_TOKEN_SECRET: Buffer.alloc(32, 2).toString('base64'),
  };
  const away = await run(command, { ...nowhere, ...secrets });
  expect(away.code).toBe(1);
  expect(away.told).toContain('could not be done');
});
