import { AwsClient } from 'aws4fetch';
import { assertName, type MediaStore, MediaStoreFailed } from './store.port.ts';

/** Size of each part of a multipart upload, within S3's limits; also the memory that a put takes. */
const PART_BYTES = 8 * 1024 * 1024;
const RETRIES = 3;

export type S3Options = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };

/**
 * Objects of a bucket, addressed by path (`{endpoint}/{bucket}/{name}`), which every S3 supports. Parts of interrupted puts are deleted by
 * the bucket's lifecycle rule (AbortIncompleteMultipartUpload): not every S3 can list them.
 */
export const s3Store = ({ endpoint, bucket, ...credentials }: S3Options): MediaStore => {
  const aws = new AwsClient({ ...credentials, service: 's3', retries: RETRIES });
  const urlOf = (name: string): string => {
    assertName(name);
    return `${endpoint}/${bucket}/${name}`;
  };
  /** Returns the answer; null if the object does not exist. */
  const ask = async (method: string, url: string, more: { body?: Buffer | string; headers?: Record<string, string> } = {}) => {
    let response: Response;
    try {
      response = await aws.fetch(url, { method, ...more });
    } catch (cause) {
      throw new MediaStoreFailed('The S3 did not answer.', { cause });
    }
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404) return null;
    throw new MediaStoreFailed(`The S3 answered ${response.status} to ${method}.`);
  };
  const must = async (...asked: Parameters<typeof ask>): Promise<Response> => {
    const response = await ask(...asked);
    if (!response) throw new MediaStoreFailed('The S3 has no such bucket.');
    return response;
  };

  const putParts = async (url: string, parts: AsyncIterable<Buffer>): Promise<number> => {
    const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(await (await must('POST', `${url}?uploads`)).text())?.[1];
    if (!uploadId) throw new MediaStoreFailed('The S3 began no upload.');
    const upload = `uploadId=${encodeURIComponent(uploadId)}`;
    try {
      const tags: string[] = [];
      let size = 0;
      for await (const part of parts) {
        const { headers } = await drained(await must('PUT', `${url}?partNumber=${tags.length + 1}&${upload}`, { body: part }));
        tags.push(headers.get('etag') ?? '');
        size += part.length;
      }
      const listed = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join('');
      const body = `<CompleteMultipartUpload>${listed}</CompleteMultipartUpload>`;
      const done = await (await must('POST', `${url}?${upload}`, { body })).text();
      // This call answers 200 before it has finished, so an error may follow in the body.
      if (/<Error>/.test(done)) throw new MediaStoreFailed('The S3 could not put the parts together.');
      return size;
    } catch (error) {
      await ask('DELETE', `${url}?${upload}`).catch(() => undefined);
      throw error;
    }
  };

  return {
    put: async (name, bytes) => {
      const url = urlOf(name);
      const parts = inParts(bytes, PART_BYTES);
      const first = (await parts.next()).value ?? Buffer.alloc(0);
      if (first.length < PART_BYTES) {
        await drained(await must('PUT', url, { body: first }));
        return first.length;
      }
      return putParts(
        url,
        (async function* () {
          yield first;
          yield* parts;
        })(),
      );
    },
    get: async (name, range) => {
      const headers = range && { range: `bytes=${range.from}-${range.to - 1}` };
      const response = await ask('GET', urlOf(name), headers && { headers });
      if (range && response && response.status !== 206) throw new MediaStoreFailed('The S3 knows no ranges.');
      return response && read(response);
    },
    size: async (name) => {
      const response = await ask('HEAD', urlOf(name));
      return response && Number(response.headers.get('content-length'));
    },
    delete: async (name) => {
      const response = await ask('DELETE', urlOf(name));
      if (response) await drained(response);
    },
    tidy: async () => undefined,
  };
};

/** The connection is not released before the body is read. */
const drained = async (response: Response): Promise<Response> => {
  await response.arrayBuffer();
  return response;
};

async function* read(response: Response): AsyncGenerator<Buffer> {
  try {
    for await (const piece of response.body ?? []) yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  } catch (cause) {
    throw new MediaStoreFailed('The S3 broke off.', { cause });
  }
}

/** Yields the same bytes in pieces of one size, the last one possibly smaller. */
async function* inParts(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer, undefined> {
  let part = Buffer.allocUnsafe(size);
  let filled = 0;
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; ) {
      const taken = Math.min(piece.length - at, size - filled);
      part.set(piece.subarray(at, at + taken), filled);
      at += taken;
      filled += taken;
      if (filled < size) continue;
      yield part;
      part = Buffer.allocUnsafe(size);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}
