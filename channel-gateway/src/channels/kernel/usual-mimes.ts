import type { ReceivedMedia } from '../provider.port.ts';

/** The type of a file whose channel tells none. */
export const USUAL_MIMES: Record<ReceivedMedia['kind'], string> = {
  image: 'image/jpeg',
  sticker: 'image/webp',
  video: 'video/mp4',
  audio: 'audio/ogg',
  document: 'application/octet-stream',
};
