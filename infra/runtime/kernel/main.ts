import { ConfigError } from './config.ts';
import { endProcess } from './end-process.ts';
import { createLogger, type Logger } from './log.ts';

export type Running = { url: string; close: () => Promise<void> };

/** How long a service may take to shut down, in milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * Runs the process of a service: starts it, prints `{"ready":name,"url":...}` on stdout, and ends it on SIGTERM, SIGINT or, with
 * PROSA_PARENT_PIPE=1, when stdin closes (the parent is gone). An uncaught error ends it with exit code 1.
 */
export const runService = async (name: string, start: (context: { log: Logger }) => Promise<Running>): Promise<void> => {
  const log = createLogger(name, process.env.LOG_LEVEL || 'info');
  const fail = (message: string) => (err: unknown) => {
    log.fatal({ err }, message);
    endProcess(1);
  };
  process.on('unhandledRejection', fail('a rejection that nobody caught'));
  process.on('uncaughtException', fail('an error that nobody caught'));

  let asked: (why: string) => void = () => undefined;
  const ending = new Promise<string>((resolve) => {
    asked = resolve;
  });
  process.once('SIGTERM', asked);
  process.once('SIGINT', asked);
  if (process.env.PROSA_PARENT_PIPE === '1') {
    process.stdin.once('end', () => asked('its parent is gone'));
    process.stdin.once('error', () => asked('its parent is gone'));
    process.stdin.resume();
  }

  const starting = start({ log });
  // If it is told to end while starting, it does not wait for the start.
  const running = await Promise.race([starting, ending]).catch((err: unknown) => {
    tellFailure(log, err, 'could not start');
    endProcess(1);
  });
  if (typeof running === 'string') endProcess(0);
  process.stdout.write(`${JSON.stringify({ ready: name, url: running.url })}\n`);

  const why = await ending;
  log.info({ why }, 'ending');
  const late = setTimeout(() => {
    log.error('could not end in time');
    endProcess(1);
  }, TIMEOUT_MS);
  await running.close().catch(fail('could not end cleanly'));
  clearTimeout(late);
  endProcess(0);
};

/** Runs an operator's command: `work` resolves to its exit code. If it fails, the error is logged and the exit code is 1. */
export const runCommand = async (name: string, work: (log: Logger) => Promise<number>): Promise<void> => {
  const log = createLogger(name, process.env.LOG_LEVEL || 'info');
  process.exitCode = await work(log).catch((err: unknown) => {
    tellFailure(log, err, 'could not be done');
    return 1;
  });
};

const tellFailure = (log: Logger, err: unknown, words: string): void =>
  err instanceof ConfigError ? log.fatal(err.message) : log.fatal({ err }, words);
