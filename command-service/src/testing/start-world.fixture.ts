import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLogger } from '@prosa/infra/runtime';
import { startEventStore } from '../../../infra/embedded/event-store/server.ts';
import { testDatabase } from '../../../infra/testing/postgres/postgres.ts';
import { type CommandService, type CommandServiceOptions, createCommandService } from '../app.ts';
import type { PushSettings } from '../kernel/deps.ts';
import type { PixSettings } from '../kernel/pix-settings.ts';

/**
 * A real event store and database with any number of instances of the whole command side on them. By default the leases of their reactors
 * are short, and they log nothing.
 */
export const startWorld = async ({
  log = createLogger('test', process.env.TEST_LOG ?? 'silent'),
  leases = { ttlMs: 1_500, renewMs: 300 },
}: {
  log?: CommandServiceOptions['log'];
  leases?: NonNullable<CommandServiceOptions['reactors']>;
} = {}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prosa-command-'));
  const storeFolder = join(dataDir, 'store');
  const [store, database] = await Promise.all([
    startEventStore({ dataDir: storeFolder, port: 0, durable: false }),
    testDatabase(),
  ]);
  const secrets = { PROSA_KEYS: randomBytes(32), PROSA_TOKEN_SECRET: randomBytes(32) };
  const instances: CommandService[] = [];

  /** `idle`: it answers calls, but runs no reactors and no consumers. */
  const mediaFolder = join(dataDir, 'media');
  const instance = async ({
    idle,
    mediaUrl = pathToFileURL(mediaFolder).href,
    push = {},
    pix = {},
    publicUrl,
    gatewayUrl,
    projectionUrl,
    erasures,
    environment = 'test',
    ...more
  }: {
    clock?: () => Date;
    idle?: boolean;
    mediaUrl?: string;
    push?: PushSettings;
    /** The bank; without it nothing can be paid. */
    pix?: PixSettings;
    /** The installation's own address. */
    publicUrl?: string;
    /** A stand-in of the gateway; without one its questions are unanswered. */
    gatewayUrl?: string;
    /** A stand-in of the projection side. */
    projectionUrl?: string;
    /** The file that names whom has been forgotten. */
    erasures?: string;
    /** The value of NODE_ENV. */
    environment?: 'test' | 'production';
  } = {}): Promise<CommandService> => {
    const created = await createCommandService({
      ...more,
      log,
      reactors: leases,
      config: {
        ...secrets,
        NODE_ENV: environment,
        HOST: '127.0.0.1',
        PORT: 0,
        LOG_LEVEL: 'silent',
        EVENTSTORE_URL: store.url,
        DATABASE_URL: database.url,
        MEDIA_URL: mediaUrl,
        PROSA_DEMO: '0',
        ...(publicUrl && { PROSA_PUBLIC_URL: publicUrl }),
        ...(gatewayUrl && { GATEWAY_URL: gatewayUrl }),
        ...(projectionUrl && { PROJECTION_URL: projectionUrl }),
        ...(erasures && { PROSA_ERASURES: erasures }),
        ...push,
        ...pix,
      },
    });
    if (!idle) await created.start();
    // A test may end it itself.
    let ended: Promise<void> | undefined;
    const service: CommandService = {
      ...created,
      close: () => {
        ended ??= created.close();
        return ended;
      },
    };
    instances.push(service);
    return service;
  };

  const close = async () => {
    await Promise.all(instances.map((one) => one.close()));
    await store.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return {
    instance,
    close,
    tokenSecret: secrets.PROSA_TOKEN_SECRET,
    storeUrl: store.url,
    databaseUrl: database.url,
    /** Where the events are. */
    storeFolder,
    mediaFolder,
  };
};
