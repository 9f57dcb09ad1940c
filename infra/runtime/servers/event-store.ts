import { status } from '@grpc/grpc-js';
import { ConfigError } from '../kernel/config.ts';
import { cancel, StoreClient } from '../store/client.ts';
import { final, inTime, networkReason, type Reason } from './trouble.ts';

const TOLD = {
  trust: 'Name the file of its authority in the address: tlsCAFile=/path/to/ca.crt.',
  plain: 'If it is meant to be unencrypted, add tls=false to the address.',
};

/** Reads the newest event of all, as every service does, from each host that the address names; returns null if one of them answers. */
export const tryEventStore = async (url: string, ms: number): Promise<Reason | null> => {
  const tried = await Promise.all(hostsOf(url).map((one) => tryOne(one, ms)));
  if (tried.includes(null)) return null;
  return tried.find((reason) => reason?.isFinal) ?? tried[0]!;
};

/** One address for each host: the client tells of a cluster only that it found none. */
const hostsOf = (url: string): string[] => {
  const [, scheme, who, hosts, rest] = /^(esdb)(?:\+discover)?:\/\/(.*@)?([^@/?]+)(.*)$/i.exec(url) ?? [];
  return hosts === undefined ? [url] : hosts.split(',').map((host) => `${scheme}://${who ?? ''}${host}${rest}`);
};

const tryOne = async (url: string, ms: number): Promise<Reason | null> => {
  let client: StoreClient;
  try {
    client = StoreClient.at(url);
  } catch (error) {
    return unusable(error);
  }
  try {
    await inTime(ms, readNewest(client));
    return null;
  } catch (error) {
    return reasonOf(error);
  } finally {
    // A connection that is still being opened would keep it waiting.
    void client.dispose().catch(() => undefined);
  }
};

const readNewest = async (client: StoreClient): Promise<void> => {
  const answers = await client.readBackwards();
  await new Promise<void>((resolve, reject) => {
    answers
      .on('data', () => {
        resolve();
        cancel(answers);
      })
      .on('error', reject)
      .on('end', resolve);
  });
};

/** The client could not be made: it reads the files of certificates as well. */
const unusable = (error: unknown): Reason =>
  error instanceof ConfigError
    ? final('This is no address of an event store', 'Write it as esdb://user:password@host:port?tls=false, or the like.')
    : final('A file that the address names cannot be used', 'Correct tlsCAFile, userCertFile or userKeyFile.');

const reasonOf = (error: unknown): Reason => {
  const { code, type } = error as { code?: unknown; type?: string };
  if (code === status.UNAUTHENTICATED)
    return final('It refuses the user or the password', 'Put the right ones into the address: esdb://user:password@host.');
  if (code === status.PERMISSION_DENIED || type === 'access-denied')
    return final(
      'The user may not read $all',
      'Name a user in the address who is a member of $admins, or who may read $all and write streams.',
    );
  return networkReason(error, TOLD);
};
