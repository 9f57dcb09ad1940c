import { type Config, readConfig } from '@prosa/infra/runtime';
import { z } from 'zod';

/**
 * `PROJECTION_URL`: where the gateway asks who a socket is for. `PROSA_GATEWAY_SESSIONS`: how many connections an instance owns at most.
 * The gateway does not need the event store.
 */
const extra = z.object({
  EVENTSTORE_URL: z.string().optional(),
  PROJECTION_URL: z.url(),
  PROSA_GATEWAY_SESSIONS: z.coerce.number().int().min(1).max(10_000).default(200),
});
export type GatewayConfig = Pick<
  Config,
  'HOST' | 'PORT' | 'LOG_LEVEL' | 'DATABASE_URL' | 'MEDIA_URL' | 'KAFKA_BROKERS' | 'PROSA_KEYS' | 'PROSA_TOKEN_SECRET'
> & {
  PROJECTION_URL: string;
  PROSA_GATEWAY_SESSIONS?: number;
  NODE_ENV?: string;
  PROSA_TRUSTED_PROXIES?: string[] | undefined;
};

/** Reads the environment. Throws ConfigError. */
export const gatewayConfig = (env?: Record<string, string | undefined>): GatewayConfig => readConfig(extra, env);
