import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** Names of what is never written down, wherever in the first three levels of an entry it stands. */
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
 * A logger of JSON lines, to stdout unless told otherwise. Entries name ids, never what people wrote or their numbers. A level that there
 * is not is 'info': who reads the configuration says what is wrong with it, and needs a log to say it in.
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
 * Node's own stdout. pino's writer tries a line again for ever where nobody reads any more, and so a service that outlives its
 * launcher would never end; here such lines are dropped.
 */
const stdout = (): DestinationStream => {
  if (!process.stdout.listeners('error').includes(nobodyReads)) process.stdout.on('error', nobodyReads);
  return process.stdout;
};
const nobodyReads = (): undefined => undefined;

/** An error as it is logged. Postgres puts the row's values into its messages and details: of those, the code and place alone. */
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
