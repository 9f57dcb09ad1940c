import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { mediaMost } from '@prosa/contracts';
import { z } from 'zod';
import { watchMemory } from '../kernel/resident.ts';
import { scheduler } from '../kernel/scheduler.ts';
import { unprivileged } from '../kernel/unprivileged.ts';
import type { ByteRange } from './store.port.ts';

/** The facts that the container of a video or sound declares. Null: it declares none, or an impossible one. */
export type Clip = {
  /** In pixels, as it is shown. */
  width: number | null;
  height: number | null;
  durationMs: number | null;
  /** Whether there is a sound and no picture in it, whatever the type says. */
  isSound: boolean;
};

const program = fileURLToPath(new URL('./clips.child.ts', import.meta.url));
/** So many at once, of two companies, beside pictures, which do not wait for them. */
const turns = scheduler({ bounds: { person: { atOnce: 2, each: 1 } } });
/** How long a file may take. What the process takes to begin is not the file's fault. */
const START_MS = 15_000;
const WORK_MS = 10_000;
/** So much is read of a file: all of the largest one, and some of it twice. */
const MOST_BYTES = 128 * 1024 * 1024;
const MOST_HEAP_MB = 128;
const MOST_MEMORY = 256 * 1024 * 1024;

const Asked = z.object({ from: z.int().nonnegative(), to: z.int().positive() });
const side = z.number().transform(Math.round).pipe(z.int().min(1).max(mediaMost.side)).nullable().catch(null);
const Told = z.object({
  isSound: z.boolean(),
  width: side,
  height: side,
  seconds: z
    .number()
    .positive()
    .max(mediaMost.durationMs / 1_000)
    .nullable()
    .catch(null),
});

type Played = { size: number; read: (range: ByteRange) => AsyncIterable<Uint8Array> };

/**
 * Measures a video or sound in a process of its own, which is given no more than it needs, and only those parts of the file that it asks for. Null
 * where it cannot be read, or takes too long. `companyId`: whose it is; companies take turns. Never rejects.
 */
export const readClip = (companyId: string, file: Played): Promise<Clip | null> =>
  turns.run('person', companyId, () => readOne(file).catch(() => null));

const readOne = async ({ size, read }: Played): Promise<Clip | null> => {
  const child = spawn(
    process.execPath,
    ['--no-warnings', `--max-old-space-size=${MOST_HEAP_MB}`, program, String(size)],
    // A pipe of its own, as a library may write to the others.
    { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'pipe'], ...unprivileged(program) },
  );
  const pipe = child.stdio[3] as Duplex;
  // If the child ends while it is written to, its output (or the lack of it) shows that.
  pipe.on('error', () => undefined);
  child.on('error', () => pipe.destroy());
  const ended = new Promise<void>((resolve) => void pipe.once('close', resolve));
  let timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
  const unwatch = watchMemory(child, MOST_MEMORY, () => child.kill('SIGKILL'));
  const give = async (range: ByteRange): Promise<void> => {
    for await (const piece of read(range)) {
      if (!pipe.writable) return;
      if (!pipe.write(piece)) await Promise.race([new Promise((drained) => pipe.once('drain', drained)), ended]);
    }
  };
  let left = MOST_BYTES;
  let isWorking = false;
  try {
    for await (const line of createInterface({ input: pipe })) {
      const said = JSON.parse(line) as object;
      if (!('from' in said)) return clipOf(Told.parse(said));
      if (!isWorking) {
        isWorking = true;
        clearTimeout(timer);
        timer = setTimeout(() => child.kill('SIGKILL'), WORK_MS);
      }
      const range = Asked.parse(said);
      left -= range.to - range.from;
      if (left < 0) return null;
      await give(range);
    }
    return null;
  } finally {
    clearTimeout(timer);
    unwatch();
    child.kill('SIGKILL');
    pipe.destroy();
  }
};

/** One side alone is of no use to anybody. */
const clipOf = ({ isSound, width, height, seconds }: z.output<typeof Told>): Clip => ({
  isSound,
  ...(width && height ? { width, height } : { width: null, height: null }),
  durationMs: seconds === null ? null : Math.round(seconds * 1_000),
});
