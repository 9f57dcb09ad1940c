import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import S3rver from 's3rver';
import { until } from './until.ts';

type Stored = { bucket: string; key: string };
type FileStore = {
  putObject: (object: Stored) => Promise<{ size: number }>;
  getResourcePath: (bucket: string, key: string, resource: string) => string;
};
const { prototype: store } = createRequire(import.meta.url)('s3rver/lib/stores/filesystem') as { prototype: FileStore };

/** s3rver answers a put when it has read the bytes, and writes them after that. */
const putObject = store.putObject;
store.putObject = async function (this: FileStore, object) {
  const put = await putObject.call(this, object);
  const path = this.getResourcePath(object.bucket, object.key, 'object');
  await until(async () => (await stat(path).catch(() => null))?.size === put.size);
  return put;
};

/** An S3 of the tests with one bucket, which keeps its objects in a folder. Returns the `MEDIA_URL` of the bucket. */
export const startS3 = async (directory: string, bucket = 'files'): Promise<{ url: string; close: () => Promise<void> }> => {
  const s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: bucket }] });
  const { port } = await s3.run();
  return { url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}?tls=false`, close: () => s3.close() };
};
