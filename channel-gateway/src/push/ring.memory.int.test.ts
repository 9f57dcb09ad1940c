import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = fileURLToPath(new URL('../testing/full-ring.process.ts', import.meta.url));

test.each([20, 500, 20_000])('when full of messages of %i bytes, the ring holds the 16 MB that it counts', async (bytes) => {
  const flags = ['--expose-gc', '--disable-warning=ExperimentalWarning'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, String(bytes)]);
  const { counted, held } = JSON.parse(stdout) as { counted: number; held: number };
  expect(counted / 2 ** 20).toBeGreaterThan(15);
  expect(counted / 2 ** 20).toBeLessThanOrEqual(16);
  expect(held / counted).toBeGreaterThan(0.8);
  expect(held / counted).toBeLessThan(1.1);
});
