import { thumbnailId } from '@prosa/contracts';
import type { MediaVault } from './media.ts';
import { readPicture, type Small } from './pictures.ts';

/** Largest preview, in bytes: messages hold it. */
const MOST_BYTES = 10_000;

/**
 * Makes the preview of a stored picture, a JPEG (of a sticker a PNG) of at most 100 pixels a side and 10 kB, from its thumbnail. Null if the
 * file has none or cannot be read now. Never rejects.
 */
export const previewOf = async (
  open: MediaVault['open'],
  mediaId: string,
  small: Extract<Small, 'preview' | 'sticker'>,
): Promise<Buffer | null> => {
  const file = await open(thumbnailId(mediaId)).catch(() => null);
  const picture = file && (await readPicture(file.owner.companyId, () => file.read(), small));
  return picture && picture.small.length <= MOST_BYTES ? picture.small : null;
};
