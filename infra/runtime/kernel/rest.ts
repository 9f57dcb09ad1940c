import { setTimeout as sleep } from 'node:timers/promises';
import { loadMeter } from './machine-load.ts';
import { pause } from './wake-signal.ts';

/** Which share of the time a loop may take for its work, and the longest rest between two rounds in milliseconds. */
export type Pace = { share: number; mostMs: number };

/** Of loops whose rounds have a fixed cost, and that people wait for. */
const PACE: Pace = { share: 0.25, mostMs: 100 };

/** From which load of the machine loops rest, and at which they rest in full. */
const LOAD = { from: 0.5, full: 0.9 };

/** What tells the load of the machine; tests replace it. */
export const machine = { load: loadMeter() };

/**
 * Returns how long a loop rests after a round that took `tookMs`, both in milliseconds. What arrives meanwhile is done in one round, so the
 * busier the machine, the less often a round's fixed cost is paid. What arrives alone does not wait: the rest is over by then. Nor does
 * anything where processors are idle (`load`: 0 to 1), because nobody needs what a rest saves.
 */
export const restAfter = (tookMs: number, { share, mostMs }: Pace = PACE, load = machine.load()): number =>
  Math.min(tookMs / share - tookMs, mostMs) * Math.min(Math.max((load - LOAD.from) / (LOAD.full - LOAD.from), 0), 1);

/** Begins a loop's round. The function that is returned ends it, with the rest that is due after it; an abort ends the rest. */
export const beginRound = (pace?: Pace) => {
  const begun = performance.now();
  return async (signal?: AbortSignal): Promise<void> => {
    const ms = restAfter(performance.now() - begun, pace);
    if (ms > 0) await (signal ? pause(ms, signal) : sleep(ms));
  };
};
