import { z } from 'zod';
import { given } from './environment.ts';
import { makeSecret, readSecret, SECRET_BYTES } from './secret-file.ts';
import { trustedProxies } from './trusted-proxies.ts';

/** A service cannot start with this configuration; the message is a sentence for the operator and contains no secret value. */
export class ConfigError extends Error {}

const common = z.object({
  NODE_ENV: z.string().default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  EVENTSTORE_URL: z.string(),
  DATABASE_URL: z.string(),
  /** Where files are kept (media/store.ts). */
  MEDIA_URL: z.string().optional(),
  KAFKA_BROKERS: z
    .string()
    .transform((list) => list.split(',').map((broker) => broker.trim()))
    .optional(),
  /** Meta lets the installation's app send for longer what people write (its feature "Human Agent"). */
  PROSA_META_HUMAN_AGENT: z.stringbool('1 or 0').optional(),
  PROSA_TRUSTED_PROXIES: z
    .string()
    .transform((list, context) => {
      try {
        return trustedProxies(list);
      } catch (error) {
        context.addIssue((error as Error).message);
        return z.NEVER;
      }
    })
    .optional(),
});

/**
 * The configuration of every service. `PROSA_KEYS` is the master key of personal data (32 bytes); `PROSA_TOKEN_SECRET` signs access tokens.
 * `PROSA_PUSH_KEY` is the installation's key towards push services; without it devices are not notified.
 */
export type Config = z.output<typeof common> & {
  PROSA_KEYS: Buffer;
  PROSA_TOKEN_SECRET: Buffer;
  PROSA_PUSH_KEY?: Buffer | undefined;
};

type Read<Shape extends z.ZodRawShape> = Omit<Config, keyof Shape> & { [Name in keyof Shape]: z.output<Shape[Name]> };

/**
 * Reads the environment: the common variables and those of `extra`, which may override a common one (for example to make it optional). An
 * empty variable counts as not set. Throws ConfigError.
 */
export const readConfig = <Shape extends z.ZodRawShape>(
  extra: z.ZodObject<Shape>,
  env: Record<string, string | undefined> = process.env,
): Read<Shape> => {
  const set = given(env);
  const parsed = z.object({ ...common.shape, ...extra.shape }).safeParse(set);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.message})`);
    throw new ConfigError(`The environment is not complete: ${faults.join(', ')}.`);
  }
  const production = set.NODE_ENV === 'production';
  const secrets = {
    PROSA_KEYS: secret('PROSA_KEYS', set, production),
    PROSA_TOKEN_SECRET: secret('PROSA_TOKEN_SECRET', set, production),
    ...((set.PROSA_PUSH_KEY ?? set.PROSA_PUSH_KEY_FILE) && { PROSA_PUSH_KEY: secret('PROSA_PUSH_KEY', set, production) }),
  };
  return { ...parsed.data, ...secrets } as unknown as Read<Shape>;
};

const secret = (name: string, env: Record<string, string | undefined>, production: boolean): Buffer => {
  const value = env[name];
  const path = env[`${name}_FILE`];
  if (value !== undefined) return bytes(value, name);
  if (path === undefined)
    throw new ConfigError(`${name} is not set: give ${SECRET_BYTES} random bytes in base64, or a file of them as ${name}_FILE.`);
  const kept = read(path);
  if (kept !== null) return bytes(kept, `${name}_FILE`);
  if (production)
    throw new ConfigError(`${name}_FILE names a file that is not there, and in production no secret is made up: put it back.`);
  return bytes(makeSecret(path), `${name}_FILE`);
};

const bytes = (base64: string, name: string): Buffer => {
  const decoded = Buffer.from(base64.trim(), 'base64');
  if (decoded.length !== SECRET_BYTES)
    throw new ConfigError(`${name} must be ${SECRET_BYTES} bytes in base64; it is ${decoded.length}.`);
  return decoded;
};

const read = (path: string): string | null => {
  try {
    return readSecret(path);
  } catch (error) {
    throw new ConfigError((error as Error).message, { cause: error });
  }
};
