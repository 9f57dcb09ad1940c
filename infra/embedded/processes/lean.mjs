// How the project's own programs are started on one machine, so that all together stay small. Plain JavaScript, for whatever Node
// the system has; what holds how much by which of these is told in ADR 204.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** No program comes near it. */
const bound = '--max-old-space-size=512';
const small = [
  // The young generation: V8 would let it grow to 3 times 16 MB.
  '--max-semi-space-size=2',
  // The old generation is looked through when it has grown by a third, instead of to the fourfold.
  '--memory-saver-mode',
  bound,
];
/** On the command side: what its calls leave behind is much, and with less room it carries out a third fewer. */
const roomy = ['--max-semi-space-size=16', bound];

export const lean = {
  /** What Node is started with for a program: its path from the project's folder. */
  argv: (program) => [
    ...(program.startsWith('command-service/') ? roomy : small),
    // Node, when it ends, waits for its compilers, and one that wants room meanwhile waits for a collection that never comes: with little
    // room that was every fourth end of a process that had just begun (nodejs/node#54918).
    '--no-concurrent-sparkplug',
    '--disable-warning=ExperimentalWarning',
    program,
  ],
  env: {
    // Fewer arenas: on a small machine they would hold more than the heaps do.
    MALLOC_ARENA_MAX: '2',
    // What is freed goes back to the system, also where large pieces were freed before.
    MALLOC_TRIM_THRESHOLD_: '131072',
    MALLOC_MMAP_THRESHOLD_: '131072',
    // Code as it was compiled the last time: without it each process also holds what strips the types.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/prosa/compiled'),
  },
};

/** What is started so. */
export const programs = [
  'infra/embedded/launcher.main.ts',
  'infra/embedded/event-store/main.ts',
  'command-service/src/main.ts',
  'projection-service/src/main.ts',
  'channel-gateway/src/main.ts',
];

/** Nothing that a program could run on: its servers are nowhere, and its data would be in a file that is no folder. It ends. */
export const nowhere = {
  PROSA_DATA: '/dev/null/none',
  EVENTSTORE_DATA: '/dev/null/none',
  EVENTSTORE_URL: '',
  DATABASE_URL: '',
  PORT: '0',
};
