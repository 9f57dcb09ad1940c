// The program of `npm test`, on the system's Node, before anything is installed: installs, then runs the gate on the project's own Node.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, pinnedNode, root } from '../embedded/prepare.mjs';

try {
  ensureInstalled();
} catch (error) {
  console.error(`${error.message}\nThe packages come from npm's registry (\`npm config get registry\`).\n\n0 passed, 1 failed`);
  process.exit(1);
}
const gate = join(root, 'infra/testing/gate/main.ts');
const { status } = spawnSync(pinnedNode(), ['--no-warnings', gate, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
