import { resolve } from 'node:path';
import { ConfigError } from '../kernel/config.ts';
import { mediaPlaceOf } from './place.ts';
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
  const place = mediaPlaceOf(url);
  return 'folder' in place ? fileStore(place.folder) : s3Store(place);
};
