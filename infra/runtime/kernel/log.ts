import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** Names of fields that are never logged, in the first three levels of an entry. */
const secrets = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  'password',
  'token',
  'accessToken',
  'refreshToken',
  'secret',
  'body',
  'text',
  'number',
  'email',
];
const at = (prefix: string, name: string): string =>
  name.startsWith('[') || prefix === '' ? `${prefix}${name}` : `${prefix}.${name}`;
const paths = ['', '*', '*.*'].flatMap((prefix) => secrets.map((name) => at(prefix, name)));

/**
 * Creates a logger that writes JSON lines, to stdout by default. Entries contain ids, never texts that people wrote or their numbers. An
 * invalid level counts as 'info': the code that reads the configuration reports the mistake, and needs a logger for that.
 */
export const createLogger = (name: string, level = 'info', destination?: DestinationStream): Logger => {
  const options = {
    name,
    level: level === 'silent' || level in pino.levels.values ? level : 'info',
    redact: { paths, censor: '[redacted]' },
    serializers: { err: describeError, error: describeError },
  };
  return pino(options, destination ?? stdout());
};

/**
 * Node's own stdout. pino's writer retries a line for ever when the reader is gone, so a service that outlives its launcher would never
 * end; here such lines are dropped.
 */
const stdout = (): DestinationStream => {
  if (!process.stdout.listeners('error').includes(nobodyReads)) process.stdout.on('error', nobodyReads);
  return process.stdout;
};
const nobodyReads = (): undefined => undefined;

/**
 * Converts an error for logging. Postgres puts the row's values into messages and details, so of its errors only code and location are
 * logged.
 */
export const describeError = (error: unknown): object => {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, severity, table, constraint } = error as Error &
    Partial<Record<'code' | 'severity' | 'table' | 'constraint', string>>;
  const fromPostgres = severity !== undefined;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.constructor.name,
    message: fromPostgres ? `Postgres says ${code}` : error.message,
    ...(code !== undefined && { code }),
    ...(fromPostgres && { table, constraint }),
    stack: frames?.join('\n'),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
};
