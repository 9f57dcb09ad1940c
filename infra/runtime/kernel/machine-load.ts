import { cpus } from 'node:os';

/** Time of a machine's processors since it was started, in any unit. */
export type ProcessorTimes = { idle: number; all: number };

/** How long the load is averaged at least, in milliseconds: systems count the times of processors in steps of ten. */
const AVERAGED_MS = 200;

const processorTimes = (): ProcessorTimes => {
  const times = { idle: 0, all: 0 };
  for (const { times: of } of cpus()) {
    times.idle += of.idle;
    for (const one of Object.values(of)) times.all += one;
  }
  return times;
};

/**
 * Returns a function that tells how busy a machine's processors were lately, with the work of all programs: 0 is idle, 1 is full. It
 * looks again where the last look was at least `AVERAGED_MS` ago. Where the system tells no times it is 0.
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
    load = all > 0 ? 1 - (times.idle - before.idle) / all : 0;
    before = times;
    at = now();
    return load;
  };
};
