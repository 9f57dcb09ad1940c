// The entry point of `npm start`. Plain JavaScript for whatever Node the system has: it installs and builds what is missing, then hands
// over to the pinned Node.
import { spawn } from 'node:child_process';
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

const argv = lean.argv('infra/embedded/launcher.main.ts');
const env = { ...lean.env, ...process.env };

if (process.execve) {
  // This process becomes the launcher: one that only waits for another would hold some 18 MB.
  process.removeAllListeners('warning');
  process.chdir(root);
  process.execve(pinnedNode(), [pinnedNode(), ...argv], env);
}

// The system's Node before the first install may not support execve.
const launcher = spawn(pinnedNode(), argv, {
  cwd: root,
  env,
  // The IPC channel shows the launcher that we are gone, even after kill -9.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => launcher.kill(signal));
launcher.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
