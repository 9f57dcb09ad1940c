import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../processes/ports.ts';
import { stopLeftOver } from './left-over.ts';
import type { PostgresBinaries, PostgresUser } from './program.ts';
import { giveTo, nameOf, postgresBinaries, postgresUser, reachable, spawnProgram } from './program.ts';

export type RunningPostgres = {
  port: number;
  /** `postgres://prosa:...@127.0.0.1:PORT/prosa`, and `?host=FOLDER` where it has a socket: contains the password, never log it. */
  url: string;
  pid: number;
  /** Resolves when the server has ended, by itself or by close(). */
  ended: Promise<void>;
  /** Fast shutdown: open transactions are rolled back, everything that was committed is on disk. */
  close(): Promise<void>;
};

export type PostgresOptions = {
  /** Created and initialised if it is missing. Its password is stored next to it, in `{dataDir}.password`, mode 0600. */
  dataDir: string;
  /** 0 or absent: a free port. */
  port?: number;
  /** Receives the server's log lines. */
  log?: (line: string) => void;
  /** Additional settings of postgresql.conf; they override our own. */
  settings?: Record<string, string>;
  /** Does not keep this process alive; on Linux the server ends with it. */
  background?: boolean;
};

/** For a small machine that also runs everything else. Statements and their errors stay out of the log: they contain personal data. */
const ownSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_permissions: '0700',
  shared_buffers: '16MB',
  // There are few readers and the pages are in the system's cache: helper processes for read-ahead or replication would do nothing.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '1',
  // A busy conversation leaves a hundred dead row versions of its ticket per second, which every query for it has to skip.
  autovacuum_naptime: '15s',
  max_connections: '100',
  synchronous_commit: 'on',
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
};

const collect = (
  child: ChildProcess,
  log: (line: string) => void,
): { lines: string[]; onLine(listener: (line: string) => void): void } => {
  const lines: string[] = [];
  const listeners: ((line: string) => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\n');
      rest = parts.pop() ?? '';
      for (const line of parts) {
        lines.push(line);
        if (lines.length > 50) lines.shift();
        log(line);
        for (const listener of listeners) listener(line);
      }
    });
  }
  return { lines, onLine: (listener) => listeners.push(listener) };
};

/**
 * Creates the cluster in a temporary folder next to it and renames it: an initdb that was killed half way leaves nothing that looks like a
 * cluster.
 */
const initialise = async (
  binaries: PostgresBinaries,
  dataDir: string,
  password: string,
  user: PostgresUser | undefined,
  log: (line: string) => void,
) => {
  const fresh = `${dataDir}.new`;
  const passwordFile = `${dataDir}.init`;
  rmSync(fresh, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(fresh, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) for (const path of [fresh, passwordFile]) chownSync(path, user.uid, user.gid);
  try {
    // The password is passed as an open file, because the user may not have access to its path. C.UTF-8 uses PostgreSQL's built-in
    // provider: upper and lower case of all letters, the same on every machine.
    const args = ['-U', 'prosa', '-A', 'scram-sha-256', '--pwfile=/dev/stdin', '-E', 'UTF8', '--locale=C'];
    const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const input = openSync(passwordFile, 'r');
    const child = spawnProgram(binaries.initdb, [...args, ...locale], { dataDir: fresh, user, input });
    closeSync(input);
    const output = collect(child, log);
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`initdb failed (${code}): ${output.lines.slice(-5).join(' | ')}`);
    renameSync(fresh, dataDir);
  } finally {
    rmSync(passwordFile, { force: true });
  }
};

/** The files in a folder of sockets: the sockets and their locks. */
const SOCKET = /^\.s\.PGSQL\.\d+(\.lock)?$/;
/** The shortest of the systems' limits for the path of a socket. */
const MAX_PATH_BYTES = 103;

/**
 * Whether clients can reach the server by a socket in its folder, which only its user may enter: a statement takes two thirds of the
 * processor time that it takes over TCP.
 */
const hasSocket = (dataDir: string): boolean =>
  process.platform !== 'win32' && Buffer.byteLength(join(dataDir, '.s.PGSQL.65535.lock')) <= MAX_PATH_BYTES;

/** Each start has another port, and so another socket: those of killed servers are removed. */
const removeSockets = (dataDir: string): void => {
  for (const name of readdirSync(dataDir)) if (SOCKET.test(name)) rmSync(join(dataDir, name), { force: true });
};

const ensureDatabase = async (urlOf: (database: string) => string): Promise<void> => {
  const client = new pg.Client({ connectionString: urlOf('postgres') });
  await client.connect();
  try {
    const found = await client.query(`select 1 from pg_database where datname = 'prosa'`);
    if (found.rowCount === 0) await client.query('create database prosa');
  } finally {
    await client.end();
  }
};

/**
 * Starts the embedded PostgreSQL on the folder and resolves when the database `prosa` accepts connections. Throws with the server's last
 * log lines if it does not start.
 */
export const startPostgres = async (options: PostgresOptions): Promise<RunningPostgres> => {
  const dataDir = resolve(options.dataDir);
  const log = options.log ?? (() => undefined);
  const user = await postgresUser();
  const binaries = await reachable(await postgresBinaries(), user);
  mkdirSync(dirname(dataDir), { recursive: true });
  const passwordFile = join(dirname(dataDir), `${basename(dataDir)}.password`);
  const isNew = !existsSync(join(dataDir, 'PG_VERSION'));
  if (isNew) {
    if (!existsSync(passwordFile))
      writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
    await initialise(binaries, dataDir, readFileSync(passwordFile, 'utf8').trim(), user, log);
  } else {
    if (!existsSync(passwordFile)) throw new Error(`The password of the PostgreSQL in ${dataDir} is missing (${passwordFile}).`);
    await stopLeftOver(dataDir, log);
    await giveTo(user, dataDir);
  }
  const password = readFileSync(passwordFile, 'utf8').trim();
  const socket = hasSocket(dataDir);
  removeSockets(dataDir);
  const folders = { unix_socket_directories: socket ? nameOf(dataDir, user) : '' };
  const settings = Object.entries({ ...ownSettings, ...folders, ...options.settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);

  for (let attempt = 1; ; attempt += 1) {
    const port = options.port || (await freePort());
    const child = spawnProgram(binaries.postgres, ['-p', String(port), ...settings], { dataDir, user });
    const output = collect(child, log);
    const exited = once(child, 'close').then(() => undefined);
    const ready = new Promise<boolean>((done) => {
      output.onLine((line) => line.includes('ready to accept connections') && done(true));
      exited.then(
        () => done(false),
        () => done(false),
      );
    });
    if (!(await ready)) {
      // Another process took the port between the check and the bind, or children of a killed server still hold its memory: both are
      // transient.
      const passing = output.lines.some((line) => /could not bind|Address already in use|still in use/i.test(line));
      if (passing && attempt < 10) {
        await sleep(300);
        continue;
      }
      throw new Error(`PostgreSQL did not start: ${output.lines.slice(-5).join(' | ')}`);
    }
    const host = socket ? `?host=${encodeURIComponent(dataDir)}` : '';
    const urlOf = (database: string) => `postgres://prosa:${password}@127.0.0.1:${port}/${database}${host}`;
    const pid = child.pid as number;
    if (options.background) {
      child.unref();
      for (const stream of [child.stdout, child.stderr]) (stream as Socket | null)?.unref();
    }
    const close = async () => {
      const isRunning = () => child.exitCode === null && child.signalCode === null;
      for (const [signal, ms] of [
        ['SIGINT', 15_000],
        ['SIGQUIT', 5000],
        ['SIGKILL', 5000],
      ] as const) {
        if (isRunning()) child.kill(signal);
        if (await Promise.race([exited.then(() => true), sleep(ms, false, { ref: false })])) return;
      }
    };
    try {
      await ensureDatabase(urlOf);
    } catch (error) {
      await close();
      throw error;
    }
    return { port, url: urlOf('prosa'), pid, ended: exited, close };
  }
};
