import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '../kernel/derived-key.ts';

/** A link expires at the end of a window, so that all calls within one window return the same link. */
const WINDOW_MS = 6 * 3_600_000;
const SIGNATURE = /^(\d{1,12})-([\w-]{22})$/;

/** Addresses of files that anybody who has one can fetch until it expires, 6 to 12 hours after it was made. */
export type MediaLinks = {
  /** `at`: the database's clock, in milliseconds since 1970. */
  pathOf: (mediaId: string, at: number) => string;
  /** Returns when the link expires, in seconds since 1970; null if `signature` is wrong or has expired. */
  until: (mediaId: string, signature: string, at: number) => number | null;
};

export const mediaLinks = (tokenSecret: Buffer): MediaLinks => {
  const secret = derivedKey(tokenSecret, 'media-links');
  const sign = (mediaId: string, expires: number): string =>
    createHmac('sha256', secret).update(`${mediaId}/${expires}`).digest('base64url').slice(0, 22);
  return {
    pathOf: (mediaId, at) => {
      const expires = ((Math.floor(at / WINDOW_MS) + 2) * WINDOW_MS) / 1_000;
      return `/api/media/${mediaId}/${expires}-${sign(mediaId, expires)}`;
    },
    until: (mediaId, signature, at) => {
      const [, expires, given = ''] = SIGNATURE.exec(signature) ?? [];
      if (expires === undefined) return null;
      const isOurs = timingSafeEqual(Buffer.from(sign(mediaId, Number(expires))), Buffer.from(given));
      return isOurs && Number(expires) * 1_000 > at ? Number(expires) : null;
    },
  };
};
