import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Something that the person who typed the command can mend; its message is shown as it is. */
export class CannotStart extends Error {}

/** Takes the data folder for this launcher. Throws CannotStart while another one that lives holds it. Gives the release. */
export const lockFolder = (folder: string): (() => void) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'launcher.lock');
  const holder = readHolder(path);
  if (holder !== null && holder !== process.pid && lives(holder))
    throw new CannotStart(
      `${folder} is in use by another Prosa (process ${holder}). Stop it first, or name another folder in PROSA_DATA.`,
    );
  writeFileSync(path, String(process.pid), { mode: 0o600 });
  return () => rmSync(path, { force: true });
};

/** Throws CannotStart when the port is taken, before anything is started. */
export const claimPort = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new CannotStart(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is taken. Stop what uses it, or choose another: PORT=${port + 1} npm start`
            : `Port ${port} on ${host} cannot be used: ${error.message}`,
        ),
      ),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });

/** A port of the loopback that is free now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

const readHolder = (path: string): number | null => {
  try {
    return Number(readFileSync(path, 'utf8')) || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
