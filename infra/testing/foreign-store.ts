import { readFileSync } from 'node:fs';
import { credentials, Metadata } from '@grpc/grpc-js';

/**
 * An event store for tests that runs elsewhere, of any make: `TEST_EVENTSTORE_URL=esdb://...`; undefined if each test has an embedded one of
 * its own. It holds other events as well, some of them written meanwhile, and is not restarted.
 */
export const foreignStore: string | undefined = process.env.TEST_EVENTSTORE_URL || undefined;

/** A user of the store at `url`; an embedded one without a password takes any. */
export const userOf = (url: string): { username: string; password: string } => {
  const { username, password } = new URL(url);
  return username === ''
    ? { username: 'admin', password: 'changeit' }
    : { username: decodeURIComponent(username), password: decodeURIComponent(password) };
};

/** The access that a client of one's own needs for raw messages: the host, how to connect, and what each call carries. */
export const rawAccess = (url: string) => {
  const { host, username, searchParams } = new URL(url);
  const isPlain = searchParams.get('tls') === 'false';
  const authority = searchParams.get('tlsCAFile');
  const metadata = new Metadata();
  const { username: user, password } = userOf(url);
  if (username !== '') metadata.set('authorization', `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);
  return {
    host,
    metadata,
    credentials: isPlain
      ? credentials.createInsecure()
      : credentials.createSsl(authority === null ? null : readFileSync(authority)),
  };
};
