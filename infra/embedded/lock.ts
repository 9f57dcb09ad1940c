import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { CannotStart } from './processes/cannot-start.ts';
import { holdFile } from './processes/locked-file.ts';

/** The file in the data folder that the running launcher holds. */
export const LOCK_FILE = 'launcher.sqlite';

/**
 * Locks the data folder for this launcher and returns a function that releases it. Throws CannotStart while another running launcher holds
 * it.
 */
export const lockFolder = (folder: string): (() => void) => {
  const named = join(folder, 'launcher.lock');
  const holding = join(folder, LOCK_FILE);
  const release = holdFile(holding);
  if (release === null)
    throw new CannotStart(
      `${folder} is in use by another Prosa (process ${readHolder(named)}). Stop it first, or name another folder in PROSA_DATA.`,
    );
  chmodSync(holding, 0o600);
  writeFileSync(named, String(process.pid), { mode: 0o600 });
  return () => {
    rmSync(named, { force: true });
    release();
  };
};

/** Throws CannotStart if the port is taken or invalid, before anything is started. */
export const claimPort = (host: string, port: number): Promise<void> => {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    return Promise.reject(new CannotStart('PORT must be a whole number up to 65535.'));
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(portProblem(host, port, error)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
};

/** Explains in a sentence why it cannot listen there. */
export const portProblem = (host: string, port: number, error: unknown): CannotStart => {
  const { code, message } = error as NodeJS.ErrnoException;
  const another = port < 65_535 ? port + 1 : 8080;
  return new CannotStart(
    code === 'EADDRINUSE'
      ? `Port ${port} is taken. Stop what uses it, or choose another: PORT=${another} npm start`
      : `Port ${port} on ${host} cannot be used: ${message}`,
  );
};

/** The name of the holder; it may not have written it yet. */
const readHolder = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'just starting';
    throw error;
  }
};
