import { randomUUID } from 'node:crypto';
import { access, constants, mkdir } from 'node:fs/promises';
import { AwsClient } from 'aws4fetch';
import { ConfigError } from '../kernel/config.ts';
import { type MediaPlace, mediaPlaceOf } from '../media/place.ts';
import { final, networkReason, type Reason } from './trouble.ts';

const TOLD = {
  trust: 'Name the file of its authority in NODE_EXTRA_CA_CERTS.',
  plain: 'If it is meant to be unencrypted, add tls=false to the address.',
};

/** Looks for a file that is not there: an S3 says by that whether it knows the bucket and the key. Nothing is written. */
export const tryMediaStore = async (url: string, ms: number): Promise<Reason | null> => {
  let place: MediaPlace;
  try {
    place = mediaPlaceOf(url);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return final(
      'This is no address of a store of files',
      'Write it as file:///a/folder or s3://KEY:SECRET@host/bucket?region=REGION.',
    );
  }
  return 'folder' in place ? tryFolder(place.folder) : tryS3(place, ms);
};

const HELD_BACK = {
  reason: 'The key may not look into the bucket',
  remedy: 'Allow it s3:ListBucket for the bucket, and s3:GetObject, s3:PutObject and s3:DeleteObject for its objects.',
};

const tryFolder = async (folder: string): Promise<Reason | null> => {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.R_OK | constants.W_OK);
    return null;
  } catch {
    return final('The folder cannot be written', 'Give the user of this process the folder, or name another one.');
  }
};

const tryS3 = async ({ endpoint, bucket, ...credentials }: Extract<MediaPlace, { bucket: string }>, ms: number) => {
  try {
    const aws = new AwsClient({ ...credentials, service: 's3', retries: 0 });
    const answer = await aws.fetch(`${endpoint}/${bucket}/${randomUUID()}`, { signal: AbortSignal.timeout(ms) });
    const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(await answer.text()) ?? [];
    if (code === 'NoSuchBucket') return final('There is no such bucket', 'Create it, or name another one in the address.');
    if (
      /^(InvalidAccessKeyId|SignatureDoesNotMatch|AuthorizationHeaderMalformed|InvalidToken)$/.test(code) ||
      answer.status === 401
    )
      return final(
        'It refuses the key',
        'Put the right one, and the region, into the address: s3://KEY:SECRET@host/bucket?region=REGION.',
      );
    // An S3 tells by the same status that an object is not there, if the key may not list the bucket.
    if (answer.status === 403) return { ...HELD_BACK, isFinal: false };
    return answer.status >= 500 ? networkReason(new Error(`It answered ${answer.status}.`), TOLD) : null;
  } catch (error) {
    return networkReason(error, TOLD);
  }
};
