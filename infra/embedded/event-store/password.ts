import { makeSecret, readSecret } from '../../runtime/kernel/secret-file.ts';

/** The password of the store in a folder: beside it, in `{dataDir}.password`, mode 0600. Made where it is missing: nothing is sealed with it. */
export const storePassword = (dataDir: string): string => {
  const path = `${dataDir}.password`;
  return readSecret(path) ?? makeSecret(path);
};

const USER = 'prosa';

/** What the clients of a store connect to; with a password never to be logged. */
export const storeUrl = (address: string, password?: string): string =>
  `esdb://${password === undefined ? '' : `${USER}:${encodeURIComponent(password)}@`}${address}?tls=false`;

/** The header that a call with this password carries. */
export const authorizationOf = (password: string): string => `Basic ${Buffer.from(`${USER}:${password}`).toString('base64')}`;
