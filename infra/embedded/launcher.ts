import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ConfigError } from '../runtime/kernel/config.ts';
import { trustedProxies } from '../runtime/kernel/trusted-proxies.ts';
import type { Named } from '../runtime/servers/servers.ts';
import { demoOpens } from './demo.ts';
import { prepareFolder, watchDisk } from './disk.ts';
import { storeUrl } from './event-store/password.ts';
import { claimPort, lockFolder, portProblem } from './lock.ts';
import { startOrigin, type Upstreams } from './origin.ts';
import { keepPostgres } from './postgres/supervised-postgres.ts';
import { CannotStart } from './processes/cannot-start.ts';
import { type Child, keepAlive, startProgram } from './processes/children.ts';
import { type LogFile, openLog } from './processes/log-file.ts';
import { reservePort } from './processes/ports.ts';
import { ensureKeys, ensurePassword, ensurePushKey } from './secrets.ts';

export type LauncherOptions = {
  /** The folder of all data. */
  data: string;
  host: string;
  port: number;
  /** How many companies of the demonstration; 0 for an empty installation. */
  demo: number;
  /** Instances of each service; more than one shows that they can run side by side. */
  instances: number;
  eventStoreUrl?: string | undefined;
  databaseUrl?: string | undefined;
  kafkaBrokers?: string | undefined;
  /** Where files are stored; default: a folder of `data`. */
  mediaUrl?: string | undefined;
  /** The address that links in mails begin with; default: the one that `host` and `port` give. */
  publicUrl?: string | undefined;
  /** The mail server, with its password; without one mails are files in `data`/mail. */
  smtpUrl?: string | undefined;
  /** Trusted proxies in front of Prosa, whose forwarded headers are used: addresses and networks, separated by commas. */
  trustedProxies?: string | undefined;
  say?: (line: string) => void;
  /** Called if the data folder was deleted: nothing that is written is kept any more. */
  gone?: () => void;
  /** When aborted during the start, everything that runs is stopped, then `launch` rejects. */
  signal?: AbortSignal;
};

export type Prosa = {
  url: string;
  /** The servers of the services; both URLs contain a password, never log them. */
  eventStoreUrl: string;
  databaseUrl: string;
  /** Everything that was started, by name: `postgres`, `event-store`, `command-1`, ... */
  children: Child[];
  stop: () => Promise<void>;
};

const root = fileURLToPath(new URL('../..', import.meta.url));
/** How often a start reports what it is waiting for. */
const TELL_MS = 15_000;

/**
 * Starts the whole product on one machine: embedded servers (of the three) for which no address was given, the services, and the one
 * origin. Resolves when everything is ready. Throws CannotStart for problems that the caller can solve.
 */
export const launch = async (options: LauncherOptions): Promise<Prosa> => {
  const { signal, say = () => undefined } = options;
  const data = resolve(options.data);
  const trusted = proxiesOf(options.trustedProxies);
  await claimPort(options.host, options.port);
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    const failed: unknown[] = [];
    for (const each of stops.splice(0).reverse()) await each().catch((error: unknown) => failed.push(error));
    if (failed.length > 0) throw new AggregateError(failed, 'Not everything could be stopped.');
  };
  prepareFolder(data);
  const release = lockFolder(data);
  stops.push(async () => release());
  const unwatch = watchDisk(data, say, options.gone ?? (() => undefined));
  stops.push(async () => unwatch());
  const children: Child[] = [];
  const logs = join(data, 'logs');
  /** A port for a program that restarts there as long as this runs. */
  const portOf = async (): Promise<number> => {
    const { port, release } = await reservePort();
    stops.push(async () => release());
    return port;
  };
  const logOf = (name: string): { log: LogFile; logPath: string } => {
    const logPath = join(logs, `${name}.log`);
    const log = openLog(logPath);
    stops.push(log.end);
    return { log, logPath };
  };
  /** Keeps one of the product's programs running; a service answers at `url`. */
  const keep = (name: string, entry: string, url: string, env: Record<string, string | undefined>, isReady = answers(url)) => {
    const { log, logPath } = logOf(name);
    const start = () => startProgram({ root, entry, env, log, isReady });
    const child = keepAlive({ name, url, logPath, start, say });
    children.push(child);
    return child;
  };

  try {
    const named = namedIn(options);
    await tryNamed(named, say);
    signal?.throwIfAborted();
    if (!process.env.PROSA_KEYS) ensureKeys(data);
    mkdirSync(logs, { recursive: true, mode: 0o700 });
    const embeddedStore = async () => {
      const port = await portOf();
      const dataDir = join(data, 'event-store');
      const password = ensurePassword(dataDir);
      const env = {
        EVENTSTORE_PORT: String(port),
        EVENTSTORE_DATA: dataDir,
        EVENTSTORE_HOST: '127.0.0.1',
        EVENTSTORE_INSECURE: '',
      };
      const child = keep('event-store', 'infra/embedded/event-store/main.ts', `tcp://127.0.0.1:${port}`, env, () =>
        accepts(port),
      );
      stops.push(child.stop);
      return storeUrl(`127.0.0.1:${port}`, password);
    };
    const embeddedPostgres = async () => {
      const { url, child } = await keepPostgres({ dataDir: join(data, 'postgres'), ...logOf('postgres'), say });
      children.push(child);
      stops.push(child.stop);
      return url;
    };
    const servers = await Promise.allSettled([
      options.eventStoreUrl ?? embeddedStore(),
      options.databaseUrl ?? embeddedPostgres(),
    ]);
    const [eventStoreUrl, databaseUrl] = servers.map((server) => {
      if (server.status === 'rejected') throw server.reason;
      return server.value;
    }) as [string, string];
    signal?.throwIfAborted();

    const shared = {
      NODE_ENV: process.env.NODE_ENV ?? 'embedded',
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      KAFKA_BROKERS: options.kafkaBrokers,
      MEDIA_URL: options.mediaUrl ?? pathToFileURL(join(data, 'media')).href,
      PROSA_KEYS_FILE: join(data, 'keys'),
      PROSA_TOKEN_SECRET_FILE: join(data, 'token-secret'),
      PROSA_TRUSTED_PROXIES: 'loopback',
      PROSA_DEMO: String(options.demo),
      PROSA_DEMO_FILE: join(data, 'demo.json'),
      // Only the command service sends mails, and asks the bank.
      PROSA_SMTP_URL: '',
      PROSA_PIX_CLIENT_SECRET: '',
      PROSA_PIX_CERT_FILE: '',
    };
    const name = options.host === '0.0.0.0' || options.host === '::' || options.host === '127.0.0.1' ? 'localhost' : options.host;
    const mail = {
      PROSA_SMTP_URL: options.smtpUrl ?? '',
      PROSA_MAIL_FOLDER: join(data, 'mail'),
      PROSA_PUBLIC_URL: options.publicUrl ?? `http://${name}:${options.port}`,
    };
    const { PROSA_PIX_CLIENT_SECRET = '', PROSA_PIX_CERT_FILE = '' } = process.env;
    const pix = { PROSA_PIX_CLIENT_SECRET, PROSA_PIX_CERT_FILE };
    const upstreams: Upstreams = { command: [], projection: [], gateway: [] };
    // The gateway, which loads the channels' libraries, gets no access to the event store.
    const events = { EVENTSTORE_URL: eventStoreUrl };
    const push: Record<string, string> = process.env.PROSA_PUSH_KEY ? {} : { PROSA_PUSH_KEY_FILE: ensurePushKey(data) };
    const serve = (name: string, entry: string, port: number, more: Record<string, string>) =>
      keep(name, entry, `http://127.0.0.1:${port}`, { ...shared, PORT: String(port), ...more });
    const ports = await Promise.all(Array.from({ length: options.instances * 3 }, portOf));
    for (let i = 1; i <= options.instances; i++) {
      const [command, projection, gateway] = ports.splice(0, 3) as [number, number, number];
      upstreams.command.push(
        serve(`command-${i}`, 'command-service/src/main.ts', command, {
          ...events,
          ...push,
          ...mail,
          ...pix,
          PROSA_ERASURES: join(data, 'erasures.log'),
          GATEWAY_URL: `http://127.0.0.1:${gateway}`,
          PROJECTION_URL: `http://127.0.0.1:${projection}`,
        }),
      );
      const nearest = serve(`projection-${i}`, 'projection-service/src/main.ts', projection, events);
      upstreams.projection.push(nearest);
      upstreams.gateway.push(
        serve(`gateway-${i}`, 'channel-gateway/src/main.ts', gateway, {
          EVENTSTORE_URL: '',
          PROJECTION_URL: nearest.url,
          PROSA_PUBLIC_URL: mail.PROSA_PUBLIC_URL,
        }),
      );
    }
    stops.push(() => Promise.all(Object.values(upstreams).flatMap((services) => services.map((child) => child.stop()))));
    await allReady({ children, logs, say, signal, named });
    if (options.demo > 0 && !(await demoOpens(data, upstreams.gateway[0]!.url, signal)))
      say('The simulator does not accept the tokens of demo.json.');
    const { host, port: wanted } = options;
    const dist = join(root, 'pwa/dist');
    const origin = await startOrigin(upstreams, { host, port: wanted, dist, trustedProxies: trusted }).catch((error) =>
      Promise.reject(portProblem(host, wanted, error)),
    );
    stops.push(() => origin.close());
    signal?.throwIfAborted();
    const { port } = origin.server.address() as { port: number };
    return { url: `http://${name}:${port}`, eventStoreUrl, databaseUrl, children, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** The servers that are not embedded. */
const namedIn = ({ eventStoreUrl, databaseUrl, kafkaBrokers, mediaUrl }: LauncherOptions): Named => ({
  EVENTSTORE_URL: eventStoreUrl,
  DATABASE_URL: databaseUrl,
  KAFKA_BROKERS: kafkaBrokers,
  MEDIA_URL: mediaUrl,
});

/**
 * Tries the named servers before anything waits for them, and says what is wrong with each that cannot be used, once. Throws CannotStart for
 * what only a person can mend.
 */
const tryNamed = async (named: Named, say: (line: string) => void): Promise<void> => {
  if (!Object.values(named).some(Boolean)) return;
  // Clients of servers, which a launcher without named servers does not need.
  const { assertUsable } = await import('../runtime/servers/servers.ts');
  await assertUsable(named, say).catch((error: unknown) => {
    throw error instanceof ConfigError ? new CannotStart(error.message) : error;
  });
};

type Waiting = { children: Child[]; logs: string; say: (line: string) => void; signal: AbortSignal | undefined; named: Named };

/**
 * Waits for all children, and reports from time to time for which; rejects when the start is aborted, and with CannotStart if a server that
 * came up meanwhile refuses for good.
 */
const allReady = async ({ children, logs, say, signal, named }: Waiting) => {
  // If it was aborted a moment ago, no further event would follow.
  signal?.throwIfAborted();
  let tell: NodeJS.Timeout | undefined;
  const givenUp = new Promise<never>((_, reject) => {
    tell = setInterval(() => {
      const names = children.filter((child) => !child.ready()).map(({ name }) => name);
      say(`Still starting: ${names.join(', ')}. Their logs are in ${logs}.`);
      // A server that may still come up was reported at the start.
      tryNamed(named, () => undefined).catch(reject);
    }, TELL_MS);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    await Promise.race([Promise.all(children.map((child) => child.whenReady())), givenUp]);
  } finally {
    clearInterval(tell);
  }
};

const proxiesOf = (list = ''): string[] => {
  try {
    return trustedProxies(list);
  } catch (error) {
    throw new CannotStart(`PROSA_TRUSTED_PROXIES: ${(error as Error).message}.`);
  }
};

const answers = (url: string) => async () => (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolveIt) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolveIt(true);
    });
    socket.once('error', () => resolveIt(false));
  });
