import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeSecret } from '../runtime/kernel/secret-file.ts';
import { storePassword } from './event-store/password.ts';
import { CannotStart } from './processes/cannot-start.ts';

/**
 * Creates the master key of personal data before anything is encrypted with it, so that data without a key can only mean that the key was
 * lost. In that case it throws CannotStart: a new key would hide the loss and leave every existing name, number and text unreadable for
 * ever.
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

/**
 * Creates the key that signs push notifications and returns its path. If it is lost, a new one is created: browsers that were subscribed
 * with the old one subscribe again when the app is opened.
 */
export const ensurePushKey = (data: string): string => {
  const path = join(data, 'push-key');
  if (!existsSync(path)) makeSecret(path);
  return path;
};

/** Returns the password of the embedded event store in a folder. Throws CannotStart if others may read it. */
export const ensurePassword = (dataDir: string): string => {
  try {
    return storePassword(dataDir);
  } catch (error) {
    throw new CannotStart((error as Error).message, { cause: error });
  }
};
