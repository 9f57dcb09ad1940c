// What `npm start` begins with. Plain JavaScript for whatever Node the system has: it installs and builds what is missing, then
// hands over to the pinned Node.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ensureBuilt, ensureCompiled, ensureInstalled, pinnedNode, root } from './prepare.mjs';
import { lean } from './processes/lean.mjs';

try {
  ensureInstalled();
  ensureBuilt();
  ensureCompiled();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const launcher = spawn(pinnedNode(), lean.argv('infra/embedded/launcher.main.ts'), {
  cwd: root,
  env: { ...lean.env, ...process.env },
  // The channel tells it when we are gone, even by kill -9.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => launcher.kill(signal));

/** The parent of a process, by /proc; undefined where there is none. */
const parentOf = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return undefined;
  }
};
// npm ends on a signal without passing it on to us: it, or the shell that it starts us in and then npm above that, has ended when
// another has become the parent. Who was started by npm ends with it.
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid;
  const npm = parentOf(shell);
  const isShell = npm !== undefined && /^\S*sh\0-c\0/.test(readFileSync(`/proc/${shell}/cmdline`, 'utf8'));
  const isAlone = () => process.ppid !== shell || (isShell && parentOf(shell) !== npm);
  setInterval(() => isAlone() && launcher.kill('SIGTERM'), 500).unref();
}
launcher.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
