import { makeSecret, readSecret } from '../../runtime/kernel/secret-file.ts';

/**
 * The password of the store in a folder: stored next to it, in `{dataDir}.password`, mode 0600. Created if it is missing: nothing is
 * encrypted with it.
 */
export const storePassword = (dataDir: string): string => {
  const path = `${dataDir}.password`;
  return readSecret(path) ?? makeSecret(path);
};

const USER = 'prosa';

/** The URL for the clients of a store; with a password it must never be logged. */
export const storeUrl = (address: string, password?: string): string =>
  `esdb://${password === undefined ? '' : `${USER}:${encodeURIComponent(password)}@`}${address}?tls=false`;

/** The authorization header for a call with this password. */
export const authorizationOf = (password: string): string => `Basic ${Buffer.from(`${USER}:${password}`).toString('base64')}`;
