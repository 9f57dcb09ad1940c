// The program of `npm test`: runs everything, even on a fresh clone. Its last line is `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureCompiled, ensureInstalled, pinnedNode, root } from '../embedded/prepare.mjs';

let passed = 0;
let failed = 0;
const only = process.argv.slice(2);

const step = (name, work) => {
  console.log(`\n— ${name}`);
  const start = Date.now();
  try {
    const counts = work();
    passed += counts?.passed ?? 1;
    failed += counts?.failed ?? 0;
  } catch (error) {
    failed += 1;
    console.error(error.message);
  }
  console.log(`— ${name}: ${((Date.now() - start) / 1000).toFixed(0)} s`);
};

const node = (args, env = {}) => {
  const { status } = spawnSync(pinnedNode(), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
  });
  if (status !== 0) throw new Error(`${args[0]} failed.`);
};
const bin = (name) => join(root, 'node_modules', name);

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const SHELL = '/usr/bin/chromium-headless-shell';

/**
 * Ensures that there is a browser for the screens' tests: the system's, otherwise Debian's. Most tests use Debian's Chromium without windows
 * if it can be installed, because it is quicker.
 */
const ensureChromium = () => {
  if (process.env.CHROMIUM) return;
  const isThere = browsers.some((path) => existsSync(path));
  const missing = [...(isThere ? [] : ['chromium']), ...(existsSync(SHELL) ? [] : ['chromium-headless-shell'])];
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  const install = (...names) => apt('install', '-y', '-qq', '--no-install-recommends', ...names);
  if (missing.length === 0 || (apt('update', '-qq') && install(...missing)) || isThere || install('chromium')) return;
  throw new Error('No Chromium found, and apt-get could not install one. Install it, or name one in CHROMIUM.');
};

const jest = () => {
  const report = join(root, '.cache/jest-report.json');
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(report, { force: true });
  const { status } = spawnSync(pinnedNode(), [bin('jest/bin/jest.js'), '--json', `--outputFile=${report}`, ...only], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
      PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    },
  });
  if (!existsSync(report)) throw new Error(`jest ended with ${status} and no report.`);
  const result = JSON.parse(readFileSync(report, 'utf8'));
  // A file can fail although none of its tests did: it could not be loaded, or code around its tests threw.
  const broken = result.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = result.numFailedTests + broken + result.numPendingTests;
  return { passed: result.numPassedTests, failed: failed || (status === 0 ? 0 : 1) };
};

step('install', () => ensureInstalled());
if (only.length === 0) {
  step('lint and format', () => node([bin('@biomejs/biome/bin/biome'), 'ci', '.']));
  step('no circles of folders in the PWA', () =>
    node([bin('dependency-cruiser/bin/dependency-cruise.mjs'), '--config', '.dependency-cruiser.pwa.cjs', 'pwa/src']),
  );
  step('types', () => node([bin('typescript/bin/tsc'), '--noEmit', '-p', 'tsconfig.json']));
  step('types of the PWA', () => node([bin('typescript/bin/tsc'), '--noEmit', '-p', 'pwa/tsconfig.json']));
  const parts = ['contracts', 'command-service', 'projection-service', 'channel-gateway', 'infra'];
  const cruise = (config, ...folders) =>
    node([bin('dependency-cruiser/bin/dependency-cruise.mjs'), '--config', config, ...folders]);
  step('dependency rules', () => cruise('.dependency-cruiser.cjs', ...parts, 'pwa/src'));
  step('no circles of folders', () => cruise('.dependency-cruiser.folders.cjs', ...parts));
}
step('build', () => {
  ensureBuilt();
  ensureCompiled();
});
step('browser', () => ensureChromium());
step('tests', jest);

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
