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
launcher.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
