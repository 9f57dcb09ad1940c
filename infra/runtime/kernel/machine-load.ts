import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/**
 * Time of a machine's processors since it was started, in any unit, and how often the system made this program's container wait because it
 * had used up what it may have of them.
 */
export type ProcessorTimes = { idle: number; all: number; throttled: number };

/** How long the load is averaged at least, in milliseconds: systems count the times of processors in steps of ten. */
const AVERAGED_MS = 200;
/** Where a container finds its own figures: Linux' control groups, version 2 and version 1. */
const FIGURES = ['/sys/fs/cgroup/cpu.stat', '/sys/fs/cgroup/cpu/cpu.stat'];

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** Reads the times of this machine's processors. */
export const processorTimes = (figures = FIGURES): ProcessorTimes => {
  const times = { idle: 0, all: 0, throttled: 0 };
  for (const { times: of } of cpus()) {
    times.idle += of.idle;
    for (const one of Object.values(of)) times.all += one;
  }
  for (const path of figures) times.throttled += Number(/^nr_throttled (\d+)$/m.exec(textOf(path))?.[1] ?? 0);
  return times;
};

/**
 * Returns a function that tells how busy the processors were lately, with the work of all programs: 0 is idle, 1 is full, which also is
 * who was throttled meanwhile. It looks again where the last look was at least `AVERAGED_MS` ago. Where the system tells no times it is 0.
 */
export const loadMeter = (
  read: () => ProcessorTimes = processorTimes,
  now: () => number = () => performance.now(),
): (() => number) => {
  let before = read();
  let at = now();
  let load = 0;
  return () => {
    if (now() - at < AVERAGED_MS) return load;
    const times = read();
    const all = times.all - before.all;
    if (times.throttled > before.throttled) load = 1;
    else load = all > 0 ? 1 - (times.idle - before.idle) / all : 0;
    before = times;
    at = now();
    return load;
  };
};
