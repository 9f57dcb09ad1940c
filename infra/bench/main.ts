import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../embedded/lock.ts';
import { startProduct } from '../testing/product.ts';
import { benchCommands } from './commands.bench.ts';
import { benchFairness } from './fairness.bench.ts';
import { benchRebuild } from './rebuild.bench.ts';
import { type Finding, passes, show } from './report.ts';
import { benchScreens } from './screens.bench.ts';
import { megabytesOf, startFindings } from './start.bench.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** `npm start` as a person types it, on an empty folder that was prepared once: when it is ready, and what it holds. */
const benchStart = async (): Promise<Finding[]> => {
  const data = mkdtempSync(join(tmpdir(), 'prosa-bench-'));
  const run = async () => {
    const begin = performance.now();
    const child = spawn('npm', ['start'], {
      cwd: root,
      env: { ...process.env, PORT: String(await freePort()), PROSA_DATA: data },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (text) => String(text).includes('Prosa is ready') && resolve());
      child.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)));
    });
    const readyMs = performance.now() - begin;
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const memory = megabytesOf(child.pid!);
    child.kill('SIGTERM');
    // npm is gone before what it started: the folder is free when its lock is.
    while (existsSync(join(data, 'launcher.lock'))) await new Promise((resolve) => setTimeout(resolve, 50));
    return { readyMs, memory };
  };
  await run();
  const { readyMs, memory } = await run();
  rmSync(data, { recursive: true, force: true });
  return startFindings(readyMs, memory);
};

const benchProduct = async (): Promise<Finding[]> => {
  const product = await startProduct();
  try {
    const screens = await benchScreens(product);
    const secrets = { keysFile: join(product.data, 'keys'), tokenSecretFile: join(product.data, 'token-secret') };
    const demo = JSON.parse(readFileSync(join(product.data, 'demo.json'), 'utf8')) as { company: { id: string } };
    const rebuild = await benchRebuild(
      { eventStoreUrl: product.eventStoreUrl, databaseUrl: product.databaseUrl, ...secrets },
      demo.company.id,
      product.demo.connection.id,
    );
    return [screens, rebuild];
  } finally {
    await product.stop();
  }
};

/** On a product of its own: what is measured alone must be alone. */
const benchFair = async (): Promise<Finding[]> => {
  const product = await startProduct();
  try {
    return await benchFairness(product);
  } finally {
    await product.stop();
  }
};

const benches: Record<string, () => Promise<Finding[]>> = {
  commands: async () => [await benchCommands()],
  product: benchProduct,
  fairness: benchFair,
  start: benchStart,
};
const chosen = process.argv.slice(2);
const findings: Finding[] = [];
for (const [name, bench] of Object.entries(benches))
  if (chosen.length === 0 || chosen.includes(name)) findings.push(...(await bench()));
show(findings);
process.exit(findings.every(passes) ? 0 : 1);
