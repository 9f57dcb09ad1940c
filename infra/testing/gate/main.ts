import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureCompiled, pinnedNode, root } from '../../embedded/prepare.mjs';
import { ensureChromium } from '../chromium.ts';
import { type Servers, startServers } from '../servers.ts';
import { plan, runKeyQueues } from './run.ts';
import { lanes } from './stages.ts';
import { summary } from './summary.ts';

/**
 * The program of `npm test`: checks, then all tests, or those whose path contains one of the arguments. The last line is
 * `N passed, N failed`; the exit code is 0 if nothing failed.
 */

const patterns = process.argv.slice(2);
const counts = { passed: 0, failed: 0 };
const say = (line: string): void => console.log(line);

/** Runs a step and prints its seconds; returns whether it succeeded. */
const step = async (name: string, work: () => Promise<unknown> | unknown): Promise<boolean> => {
  say(`\n— ${name}`);
  const begun = performance.now();
  try {
    await work();
    counts.passed += 1;
    return true;
  } catch (error) {
    counts.failed += 1;
    console.error((error as Error).message);
    return false;
  } finally {
    say(`— ${name}: ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
  }
};

const tool = (path: string, ...args: string[]) => {
  const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` };
  const { status } = spawnSync(pinnedNode(), [join(root, 'node_modules', path), ...args], { cwd: root, stdio: 'inherit', env });
  if (status !== 0) throw new Error(`${path} failed.`);
};

const check = async (): Promise<void> => {
  const tsc = (config: string) => tool('typescript/bin/tsc', '--noEmit', '-p', config);
  const cruise = (config: string, ...folders: string[]) =>
    tool('dependency-cruiser/bin/dependency-cruise.mjs', '--config', `.dependency-cruiser${config}.cjs`, ...folders);
  const parts = ['contracts', 'command-service', 'projection-service', 'channel-gateway', 'infra'];
  await step('lint and format', () => tool('@biomejs/biome/bin/biome', 'ci', '.'));
  await step('types', () => tsc('tsconfig.json'));
  await step('types of the PWA', () => tsc('pwa/tsconfig.json'));
  await step('dependency rules', () => cruise('', ...parts, 'pwa/src'));
  await step('no circles of folders', () => cruise('.folders', ...parts));
  await step('no circles of folders in the PWA', () => cruise('.pwa', 'pwa/src'));
};

/** A folder of this run for all that its tests write and do not delete, open to the user that Postgres runs as. */
const useTemporaryFolder = (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-test-'));
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
};

const tests = async (): Promise<void> => {
  const jest = { root, node: pinnedNode() };
  const planned = await plan(jest, lanes, patterns);
  const files = planned.flatMap((one) => one.files);
  const deleteFolder = useTemporaryFolder();
  let servers: Servers | null = null;
  const leave = async (): Promise<void> => {
    await servers?.close();
    deleteFolder();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void leave().then(() => process.exit(1)));
  const needsBrowser = files.some((file) => file.includes('.e2e.') || file.includes('.crash.'));
  const isReady =
    (!needsBrowser || (await step('browser', () => ensureChromium()))) &&
    (!planned.some(({ lane }) => lane.needsServers) ||
      (await step('Postgres and Kafka', async () => {
        servers = await startServers();
      })));
  if (isReady) {
    const { times, reports, verdict } = await runKeyQueues(jest, planned, say);
    const { passed, failed, flaky, isTooFlaky } = verdict;
    counts.passed += passed - (isTooFlaky ? flaky.length : 0);
    counts.failed += failed.length + (isTooFlaky ? flaky.length : 0);
    mkdirSync(join(root, '.cache'), { recursive: true });
    writeFileSync(join(root, '.cache/flaky.json'), `${JSON.stringify(flaky, null, 2)}\n`);
    say(`\n${summary(times, reports, verdict).join('\n')}`);
  }
  await leave();
};

if (patterns.length === 0) await check();
const isBuilt = await step('build', () => {
  ensureBuilt();
  ensureCompiled();
});
if (isBuilt)
  await tests().catch((error: Error) => {
    counts.failed += 1;
    console.error(error.message);
  });
say(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 ? 0 : 1);
