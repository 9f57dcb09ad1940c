import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Child, keepAlive } from './children.ts';
import { claimPort, freePort, lockFolder } from './lock.ts';
import { startOrigin, type Upstreams } from './origin.ts';
import { startPostgres } from './postgres/postgres.ts';

export type LauncherOptions = {
  /** Where all data lives. */
  data: string;
  host: string;
  port: number;
  demo: boolean;
  /** Instances of each service; more than one shows that they may run side by side. */
  instances: number;
  eventStoreUrl?: string | undefined;
  databaseUrl?: string | undefined;
  kafkaBrokers?: string | undefined;
  say?: (line: string) => void;
};

export type Prosa = {
  url: string;
  /** Where the services find their servers. */
  eventStoreUrl: string;
  databaseUrl: string;
  /** Every process that was started, by name: `event-store`, `command-1`, ... */
  children: Child[];
  stop: () => Promise<void>;
};

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts the whole product on one machine: embedded servers for those of the three that no address was given for, the services,
 * and the one origin. Resolves when everything is ready. Throws CannotStart for what the caller can mend.
 */
export const launch = async (options: LauncherOptions): Promise<Prosa> => {
  const say = options.say ?? (() => undefined);
  const data = resolve(options.data);
  await claimPort(options.host, options.port);
  const release = lockFolder(data);
  const stops: (() => Promise<unknown>)[] = [async () => release()];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const children: Child[] = [];
    const keep = (
      name: string,
      entry: string,
      port: number,
      env: Record<string, string | undefined>,
      isReady?: () => Promise<boolean>,
    ) => {
      const url = `http://127.0.0.1:${port}`;
      const child = keepAlive({
        name,
        entry: join(root, entry),
        url,
        env,
        logs: join(data, 'logs'),
        root,
        isReady: isReady ?? (async () => (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok),
        onExit: say,
      });
      children.push(child);
      return child;
    };

    const [eventStoreUrl, databaseUrl] = await Promise.all([
      options.eventStoreUrl ?? embeddedEventStore(data, keep),
      options.databaseUrl ?? embeddedPostgres(data, stops),
    ]);
    stops.push(() => stopLast(children, 'event-store'));
    const shared = {
      NODE_ENV: process.env.NODE_ENV ?? 'embedded',
      HOST: '127.0.0.1',
      EVENTSTORE_URL: eventStoreUrl,
      DATABASE_URL: databaseUrl,
      KAFKA_BROKERS: options.kafkaBrokers,
      PROSA_KEYS_FILE: join(data, 'keys'),
      PROSA_TOKEN_SECRET_FILE: join(data, 'token-secret'),
      PROSA_DEMO: options.demo ? '1' : '0',
      PROSA_DEMO_FILE: join(data, 'demo.json'),
    };
    const upstreams: Upstreams = { command: [], projection: [], gateway: [] };
    const ports = await Promise.all(Array.from({ length: options.instances * 3 }, freePort));
    for (let i = 1; i <= options.instances; i++) {
      const [command, projection, gateway] = ports.splice(0, 3) as [number, number, number];
      upstreams.command.push(keep(`command-${i}`, 'command-service/src/main.ts', command, { ...shared, PORT: String(command) }));
      upstreams.projection.push(
        keep(`projection-${i}`, 'projection-service/src/main.ts', projection, { ...shared, PORT: String(projection) }),
      );
      const nearest = upstreams.projection[i - 1]!.url;
      upstreams.gateway.push(
        keep(`gateway-${i}`, 'channel-gateway/src/main.ts', gateway, {
          ...shared,
          PORT: String(gateway),
          PROJECTION_URL: nearest,
        }),
      );
    }
    stops.push(() => Promise.all(children.filter((child) => child.name !== 'event-store').map((child) => child.stop())));
    await Promise.all(children.map((child) => child.whenReady()));
    const origin = await startOrigin(upstreams, { host: options.host, port: options.port, dist: join(root, 'pwa/dist') });
    stops.push(() => origin.close());
    const { port } = origin.server.address() as { port: number };
    const name = options.host === '0.0.0.0' || options.host === '::' || options.host === '127.0.0.1' ? 'localhost' : options.host;
    return { url: `http://${name}:${port}`, eventStoreUrl, databaseUrl, children, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

type Keep = (
  name: string,
  entry: string,
  port: number,
  env: Record<string, string | undefined>,
  isReady?: () => Promise<boolean>,
) => Child;

const embeddedEventStore = async (data: string, keep: Keep): Promise<string> => {
  const port = await freePort();
  const env = { EVENTSTORE_PORT: String(port), EVENTSTORE_DATA: join(data, 'event-store'), EVENTSTORE_HOST: '127.0.0.1' };
  keep('event-store', 'infra/embedded/event-store/main.ts', port, env, () => accepts(port));
  return `esdb://127.0.0.1:${port}?tls=false`;
};

const accepts = async (port: number): Promise<boolean> => {
  const { connect } = await import('node:net');
  return new Promise((resolveIt) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolveIt(true);
    });
    socket.once('error', () => resolveIt(false));
  });
};

const embeddedPostgres = async (data: string, stops: (() => Promise<unknown>)[]): Promise<string> => {
  const postgres = await startPostgres({ dataDir: join(data, 'postgres'), port: 0 });
  stops.push(() => postgres.close());
  return postgres.url;
};

const stopLast = async (children: Child[], name: string) => {
  await children.find((child) => child.name === name)?.stop();
};

/** The demo's sign-ins and connection, where there is a demo. */
export const readDemo = (
  data: string,
): { connection: { id: string; token: string }; users: { email: string; password: string; name: string }[] } | null => {
  const path = join(resolve(data), 'demo.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
};
