import type { Logger } from '../../kernel/log.ts';
import { waitAfter } from '../../kernel/retry.ts';
import { Standstill } from './bus.ts';
import type { Arrived } from './parked.rows.ts';
import type { ParkedKeys } from './parked-keys.ts';

export type ParkedContext = {
  held: ParkedKeys;
  attempt(message: Arrived): Promise<boolean>;
  stubborn(work: () => Promise<unknown>): Promise<boolean>;
  due: Alarm;
  signal: AbortSignal;
  log: Logger;
};

const CHUNK = 50;
/** Back-off between two tries: up to `passingMs` for transient errors, up to `standstillMs` if an operator or newer code is needed. */
const PAUSE = { firstMs: 1_000, passingMs: 5_000, standstillMs: 60_000 };
const LOOK_MS = 1_000;

/** Handles the waiting messages of a key in order until one fails; returns whether there was none. */
export const drain = async (key: string, context: ParkedContext): Promise<boolean> => {
  const { held, attempt, stubborn, due, signal, log } = context;
  let rows: Awaited<ReturnType<ParkedKeys['next']>> = [];
  if (!(await stubborn(async () => (rows = await held.next(key, CHUNK))))) return false;
  if (rows.length === 0) return true;
  const done: string[] = [];
  let failure: (() => Promise<void>) | undefined;
  for (const { id, message, attempts } of rows) {
    try {
      if (!(await attempt(message))) break;
      done.push(id);
    } catch (error) {
      const mostMs = error instanceof Standstill ? PAUSE.standstillMs : PAUSE.passingMs;
      const wait = waitAfter(attempts, { firstMs: PAUSE.firstMs, mostMs });
      log.warn({ err: error, offset: message.offset, wait }, 'a held message failed again');
      failure = () => held.failed(id, error as Error, wait);
      break;
    }
  }
  await stubborn(() => held.done(done));
  if (failure && (await stubborn(failure))) await due.of(key, signal);
  return false;
};

/** Wakes keys when their first message is due (any process can change that time in the table); polls once a second while keys wait. */
export type Alarm = { of(key: string, signal: AbortSignal): Promise<void> };

export const alarm = (held: ParkedKeys, log: Logger): Alarm => {
  const sleeping = new Map<string, () => void>();
  let isLooking = false;
  const look = async (): Promise<void> => {
    try {
      for (const key of await held.due()) sleeping.get(key)?.();
    } catch (err) {
      log.debug({ err }, 'the table of held messages does not answer');
    }
    isLooking = sleeping.size > 0;
    if (isLooking) setTimeout(look, LOOK_MS).unref();
  };
  return {
    of: (key, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const wake = () => {
          sleeping.delete(key);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        sleeping.set(key, wake);
        signal.addEventListener('abort', wake);
        if (!isLooking) setTimeout(look, LOOK_MS).unref();
        isLooking = true;
      }),
  };
};
