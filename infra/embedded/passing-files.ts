import { pipeline, type Readable, Transform } from 'node:stream';

/** Bytes of files that pass between two collections of their buffers. */
const COLLECT_BYTES = 4 * 1024 * 1024;

/** There with Node's `--expose-gc`, which the launcher has. */
const { gc: collect } = globalThis as { gc?: (options: { type: 'minor' }) => void };
let passed = 0;

/**
 * V8 sees only the small objects of the buffers of 64 kB that pass, so left alone it collects them after 32 to 64 MB of them; collecting the
 * young generation takes less than a millisecond, and the memory that it returns is used again, which is faster than fresh memory.
 */
const collecting = (): Transform =>
  new Transform({
    transform(chunk: Buffer, _, done) {
      passed += chunk.length;
      if (passed >= COLLECT_BYTES) {
        passed = 0;
        collect?.({ type: 'minor' });
      }
      done(null, chunk);
    },
  });

/** Bytes of a file on their way to a service. If the service takes no more, the sender's stream stays open: its rest can be read. */
export const upload = (from: Readable): Readable => {
  const through = collecting();
  from.once('error', (error) => through.destroy(error));
  from.once('close', () => {
    if (!from.readableEnded) through.destroy();
  });
  return from.pipe(through);
};

/** Bytes of a file on their way to a client. If either side ends early, so does the other. */
export const download = (from: Readable): Readable => pipeline(from, collecting(), () => undefined);
