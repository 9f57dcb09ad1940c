import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watchMemory } from './resident.ts';

const MB = 1024 * 1024;
/** A process that holds so much outside of its heap, says so, and waits for its input to end. */
const holding = async (bytes: number) => {
  const program = `globalThis.held = Buffer.alloc(${bytes}, 1); process.stdout.write('held'); process.stdin.resume();`;
  const child = spawn(process.execPath, ['-e', program], { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  return child;
};

test('a process that holds more than it may is told of, one that does not is left alone', async () => {
  const [large, small] = await Promise.all([holding(300 * MB), holding(1 * MB)]);
  let isSmallTold = false;
  const unwatch = watchMemory(small, 200 * MB, () => {
    isSmallTold = true;
  });
  const stop = await new Promise<() => void>((resolve) => {
    const own = watchMemory(large, 200 * MB, () => resolve(own));
  });
  stop();
  unwatch();
  for (const child of [large, small]) {
    child.stdin.end();
    await once(child, 'close');
  }
  expect(isSmallTold).toBe(false);
});
