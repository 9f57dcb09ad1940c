import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '../kernel/derived-key.ts';

/** A link expires at the end of a window, so that all calls within one window return the same link. */
const WINDOW_MS = 6 * 3_600_000;
/** How long a customer can open a file that was sent as a link. */
const SHARED_MS = 30 * 24 * 3_600_000;
const BRIEF_MS = 3_600_000;
const SIGNATURE = /^(\d{1,12})-([\w-]{22})$/;

/** Addresses of files that anybody who has one can fetch until it expires: 6 to 12 hours after it was made, a customer's 30 days. */
export type MediaLinks = {
  /** `at`: the database's clock, in milliseconds since 1970. */
  pathOf: (mediaId: string, at: number) => string;
  /** For a customer. `at`: when the message was written, in milliseconds since 1970. */
  sharedPathOf: (mediaId: string, at: number) => string;
  /** For somebody outside who fetches it at once: the link expires after an hour. */
  briefPathOf: (mediaId: string, at: number) => string;
  /** Returns when the link expires, in seconds since 1970; null if `signature` is wrong or has expired. */
  until: (mediaId: string, signature: string, at: number) => number | null;
};

export const mediaLinks = (tokenSecret: Buffer): MediaLinks => {
  const secret = derivedKey(tokenSecret, 'media-links');
  const sign = (mediaId: string, expires: number): string =>
    createHmac('sha256', secret).update(`${mediaId}/${expires}`).digest('base64url').slice(0, 22);
  const path = (mediaId: string, expires: number): string => `/api/media/${mediaId}/${expires}-${sign(mediaId, expires)}`;
  return {
    pathOf: (mediaId, at) => path(mediaId, ((Math.floor(at / WINDOW_MS) + 2) * WINDOW_MS) / 1_000),
    sharedPathOf: (mediaId, at) => path(mediaId, Math.floor((at + SHARED_MS) / 1_000)),
    briefPathOf: (mediaId, at) => path(mediaId, Math.floor((at + BRIEF_MS) / 1_000)),
    until: (mediaId, signature, at) => {
      const [, expires, given = ''] = SIGNATURE.exec(signature) ?? [];
      if (expires === undefined) return null;
      const isOurs = timingSafeEqual(Buffer.from(sign(mediaId, Number(expires))), Buffer.from(given));
      return isOurs && Number(expires) * 1_000 > at ? Number(expires) : null;
    },
  };
};
