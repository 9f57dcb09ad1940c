// What `npm start` begins with. Plain JavaScript for whatever Node the system has: it installs and builds what is missing, then
// hands over to the pinned Node.
import { spawn } from 'node:child_process';
import { ensureBuilt, ensureInstalled, pinnedNode, root } from './prepare.mjs';

try {
  ensureInstalled();
  ensureBuilt();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const launcher = spawn(pinnedNode(), ['--disable-warning=ExperimentalWarning', 'infra/embedded/launcher.main.ts'], {
  cwd: root,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => launcher.kill(signal));
// npm ends on a signal without passing it on: who was started by it ends with it.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && launcher.kill('SIGTERM'), 500).unref();
}
launcher.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
