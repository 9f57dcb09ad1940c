import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storePassword } from './event-store/password.ts';
import { CannotStart } from './processes/cannot-start.ts';

/**
 * Makes the master key of personal data before anything is sealed with it, so that data without it can only mean that it was lost.
 * Then it throws CannotStart: a new one would leave every name, number and text that is there shut for ever, and hide it.
 */
export const ensureKeys = (data: string): void => {
  const path = join(data, 'keys');
  if (existsSync(path)) return;
  if (['event-store/events.sqlite', 'postgres/PG_VERSION'].some((file) => existsSync(join(data, file))))
    throw new CannotStart(
      `${path} is missing, and what is in ${data} was sealed with it: put it back from your backup (or set PROSA_KEYS).`,
    );
  const draft = `${path}.new`;
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
  renameSync(draft, path);
};

/** The password of the embedded event store in a folder. Throws CannotStart where others may read it. */
export const ensurePassword = (dataDir: string): string => {
  try {
    return storePassword(dataDir);
  } catch (error) {
    throw new CannotStart((error as Error).message, { cause: error });
  }
};
