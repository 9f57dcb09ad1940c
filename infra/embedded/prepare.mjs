// Installs and builds, each only if its inputs have changed. Runs on the system's Node, before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lean, nowhere, programs } from './processes/lean.mjs';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The Node version that the project pins; it runs TypeScript directly. */
export const pinnedNode = () => join(root, 'node_modules/node/bin/node');

/** Installs what package-lock.json names, unless node_modules already contains it. Throws if npm fails. */
export const ensureInstalled = () =>
  once('install', [join(root, 'package-lock.json')], existsSync(pinnedNode()), () => {
    console.log('Installing packages (once, about two minutes)…');
    // `npm ci` refuses a lock file that lacks other platforms' optional packages; `install` uses the same versions.
    run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error']);
  });

/** Builds the PWA and the page that checks exports, unless they were built from these sources. Throws if the build fails. */
export const ensureBuilt = () => {
  const sources = [
    'package-lock.json',
    'pwa/index.html',
    'pwa/vite.config.ts',
    'pwa/build',
    'pwa/public',
    'pwa/src',
    'contracts/src',
    'infra/verify/page',
    'infra/verify/check',
    'infra/verify/format',
  ].map((path) => join(root, path));
  const built = ['pwa/dist/index.html', 'infra/verify/dist/conferir.html'].every((path) => existsSync(join(root, path)));
  once('build', sources, built, () => {
    console.log('Building the app…');
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    // Started by a test, it would build the libraries' development versions, which are larger and slower.
    const env = { ...process.env, NODE_ENV: 'production' };
    run(pinnedNode(), [vite, 'build', '--logLevel', 'warn'], join(root, 'pwa'), env);
  });
};

/**
 * Fills the compile cache of the programs, unless it was made from these sources: stripping the types of a file at its first run costs tens
 * of megabytes in each process that does it. Each program is started without usable servers and data: it loads all its code, and ends.
 */
export const ensureCompiled = () => {
  const folders = ['contracts/src', 'infra/runtime', 'infra/verify', 'infra/embedded', ...programs.map(dirname)];
  const sources = ['package-lock.json', ...folders].map((path) => join(root, path));
  const env = { ...process.env, ...lean.env, ...nowhere };
  const options = { cwd: root, env, stdio: 'ignore', timeout: 60_000, killSignal: 'SIGKILL' };
  once('compile', sources, true, () => {
    for (const entry of programs) spawnSync(pinnedNode(), lean.argv(entry), options);
  });
};

/** Runs a command and shows its output; throws if it fails. */
export const run = (command, args, cwd = root, env = process.env) => {
  const { status, error } = spawnSync(command, args, { cwd, env, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ` with ${status}`}.`);
};

const once = (name, inputs, present, work) => {
  const stamp = join(root, 'node_modules/.cache/prosa', name);
  const now = hash(inputs);
  if (present && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
};

const hash = (paths) => {
  const sum = createHash('sha256');
  const add = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else sum.update(path.slice(root.length)).update(readFileSync(path));
  };
  paths.forEach(add);
  return sum.digest('hex');
};
