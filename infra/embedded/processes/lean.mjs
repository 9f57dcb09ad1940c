// How the project's own programs are started on one machine so that they use little memory. Plain JavaScript, for whatever Node the system
// has; ../README.md lists how much each setting saves.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** An upper limit that no program comes near. */
const bound = '--max-old-space-size=512';
const small = [
  // The young generation: V8 would let it grow to 3 times 16 MB.
  '--max-semi-space-size=2',
  // The old generation is collected when it has grown by a third, instead of fourfold.
  '--memory-saver-mode',
  bound,
];
/**
 * For whatever every event passes through, which produces much garbage: with the young generation of the other programs the command side
 * handles a third fewer calls, with their `--memory-saver-mode` half as many, and a fold takes 1.7 times the processor time. The old
 * generation is collected when it has grown by 60 %.
 */
const roomy = ['--max-semi-space-size=8', '--heap-growing-percent=60', bound];
const busy = ['infra/embedded/event-store/', 'command-service/', 'projection-service/'];

export const lean = {
  /** Node's arguments for a program, given by its path from the project's folder. */
  argv: (program) => [
    ...(busy.some((folder) => program.startsWith(folder)) ? roomy : small),
    // A program collects its garbage before it ends (end-process.ts), and the launcher the buffers of files that pass (passing-files.ts).
    '--expose-gc',
    // Fewer compiler threads that may keep a program from ending: with little memory one of this kind did in every fourth exit of a process
    // that had just started (nodejs/node#54918). The others, which optimize, did so rarely.
    '--no-concurrent-sparkplug',
    '--disable-warning=ExperimentalWarning',
    program,
  ],
  env: {
    // One malloc arena instead of one per thread: each holds freed memory of its own.
    MALLOC_ARENA_MAX: '1',
    // Freed memory is returned to the system, even after large blocks were freed before.
    MALLOC_TRIM_THRESHOLD_: '131072',
    MALLOC_MMAP_THRESHOLD_: '131072',
    // The compile cache: without it each process also holds the code that strips the types.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/prosa/compiled'),
  },
};

/** The programs that are started in this way. */
export const programs = [
  'infra/embedded/launcher.main.ts',
  'infra/embedded/event-store/main.ts',
  'command-service/src/main.ts',
  'projection-service/src/main.ts',
  'channel-gateway/src/main.ts',
];

/** An environment in which no program can run: it names no servers, and its data folder would be inside a file. The program ends. */
export const nowhere = {
  PROSA_DATA: '/dev/null/none',
  EVENTSTORE_DATA: '/dev/null/none',
  EVENTSTORE_URL: '',
  DATABASE_URL: '',
  PORT: '0',
};
