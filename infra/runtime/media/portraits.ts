import { limits, Refused } from '@prosa/contracts';
import { readPicture } from './pictures.ts';
import { ended, headOf, joined } from './pieces.ts';
import { sniff } from './sniff.ts';

/** The types of a portrait's file; of moving pictures one would see a single moment. */
const taken = new Set(['image/jpeg', 'image/png', 'image/webp']);

/**
 * Makes a person's portrait of the file that they sent: the square from its middle, as a small WebP without the camera's metadata. The file
 * itself is not stored. `companyId`: the person's. Throws Refused: ERR_MEDIA_EMPTY, ERR_MEDIA_KIND, ERR_TOO_LARGE.
 */
export const portraitOf = async (companyId: string, bytes: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const { head, rest } = await headOf(bytes);
  if (head.length === 0) throw new Refused('ERR_MEDIA_EMPTY');
  if (!taken.has((await sniff(head)).mime)) throw await ended(rest, new Refused('ERR_MEDIA_KIND'));
  const most = limits.userPictureBytes;
  let read = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of joined(head, rest)) {
      read += piece.length;
      if (read > most) return;
      yield piece;
    }
  };
  const picture = await readPicture(companyId, counted, 'portrait');
  if (read > most) throw new Refused('ERR_TOO_LARGE', { details: { kind: 'image', maxBytes: most } });
  if (!picture) throw new Refused('ERR_MEDIA_KIND');
  return picture.small;
};
