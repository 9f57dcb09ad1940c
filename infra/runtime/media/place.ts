import { fileURLToPath } from 'node:url';
import { ConfigError } from '../kernel/config.ts';

/** Where files are kept: a folder, or a bucket of an S3. */
export type MediaPlace =
  | { folder: string }
  | { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };

/** Reads a `MEDIA_URL`: `file:///srv/prosa/media`, or `s3://KEY:SECRET@host/bucket?region=us-east-1` (`&tls=false` for http). Throws ConfigError. */
export const mediaPlaceOf = (url: string): MediaPlace => {
  const asked = URL.parse(url);
  if (asked?.protocol === 'file:') return { folder: fileURLToPath(asked) };
  const bucket = asked?.pathname.replace(/^\/|\/$/g, '');
  if (asked?.protocol !== 's3:' || !bucket || bucket.includes('/') || !asked.username || !asked.password)
    throw new ConfigError('MEDIA_URL is neither file:///a/folder nor s3://KEY:SECRET@host/bucket?region=REGION.');
  return {
    endpoint: `${asked.searchParams.get('tls') === 'false' ? 'http' : 'https'}://${asked.host}`,
    bucket,
    region: asked.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(asked.username),
    secretAccessKey: decodeURIComponent(asked.password),
  };
};
