import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../kernel/config.ts';
import { fileStore } from './store.files.ts';
import type { MediaStore } from './store.port.ts';
import { s3Store } from './store.s3.ts';

/** Default folder, for a service that is started by hand in development. */
const DEFAULT_FOLDER = '.prosa/media';

/**
 * Connects to the store in `MEDIA_URL`: `file:///srv/prosa/media`, or `s3://KEY:SECRET@host/bucket?region=us-east-1` (https; `&tls=false`
 * for http). Throws ConfigError.
 */
export const connectMediaStore = ({
  MEDIA_URL: url,
  NODE_ENV,
}: {
  MEDIA_URL?: string | undefined;
  NODE_ENV?: string;
}): MediaStore => {
  if (url === undefined && NODE_ENV === 'production')
    throw new ConfigError('MEDIA_URL is not set: in production a folder beside the program is no place for files.');
  if (url === undefined) return fileStore(resolve(DEFAULT_FOLDER));
  const asked = URL.parse(url);
  if (asked?.protocol === 'file:') return fileStore(fileURLToPath(asked));
  const bucket = asked?.pathname.replace(/^\/|\/$/g, '');
  if (asked?.protocol !== 's3:' || !bucket || bucket.includes('/') || !asked.username || !asked.password)
    throw new ConfigError('MEDIA_URL is neither file:///a/folder nor s3://KEY:SECRET@host/bucket?region=REGION.');
  return s3Store({
    endpoint: `${asked.searchParams.get('tls') === 'false' ? 'http' : 'https'}://${asked.host}`,
    bucket,
    region: asked.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(asked.username),
    secretAccessKey: decodeURIComponent(asked.password),
  });
};
