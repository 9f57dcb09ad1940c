import { Readable } from 'node:stream';
import { fields, Refused } from '@prosa/contracts';
import {
  disposition,
  MediaForgotten,
  type MediaLinks,
  MediaStoreFailed,
  type MediaVault,
  type OpenMedia,
  type Server,
  savedName,
} from '@prosa/infra/runtime';
import { z } from 'zod';
import { rangeOf } from './ranges.ts';

const Params = z.object({ mediaId: z.string(), signature: z.string() });
/** Types that a browser may render or play; anything else is downloaded. */
const shown: ReadonlySet<string> = new Set(['image', 'sticker', 'audio', 'video']);
/** Types that a program might run or render: sent as bytes without a type. */
const active = /xml|html|script|svg/;
const CACHE_SECONDS = 3_600;

/**
 * `GET /api/media/{id}/{signature}`: a file, or ranges of it, for anybody who has its address, until the address expires. A file can never
 * act as a page of this origin: the answer is sandboxed, its type is detected from its bytes, and everything but pictures, audio and video
 * is downloaded.
 */
export const mediaRoutes = (app: Server, { vault, links }: { vault: MediaVault; links: MediaLinks }): void => {
  app.get('/api/media/:mediaId/:signature', { schema: { params: Params } }, async (request, reply) => {
    const { mediaId, signature } = request.params as z.output<typeof Params>;
    const isId = fields.id.safeParse(mediaId).data === mediaId;
    if (!isId || links.until(mediaId, signature, Date.now()) === null) throw new Refused('ERR_MEDIA_LINK');
    const { facts, size, read } = await opened(vault, mediaId);
    const tag = `"${mediaId}"`;
    const isShown = shown.has(facts.kind);
    reply.headers({
      'accept-ranges': 'bytes',
      // Only a private cache may store it, and not for long, so that it disappears soon after its person is forgotten.
      'cache-control': `private, max-age=${CACHE_SECONDS}`,
      'content-disposition': disposition(isShown ? 'inline' : 'attachment', savedName(facts.name, facts.mime)),
      'content-security-policy': 'sandbox',
      'content-type': isShown || !active.test(facts.mime) ? facts.mime : 'application/octet-stream',
      'cross-origin-resource-policy': 'same-origin',
      etag: tag,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    const { range: asked, 'if-range': ifRange, 'if-none-match': known } = request.headers;
    if (known?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)) return reply.status(304).send();
    const range = ifRange === undefined || ifRange === tag ? rangeOf(asked, size) : 'all';
    if (range === 'none') {
      reply.removeHeader('content-disposition').removeHeader('etag').header('content-range', `bytes */${size}`);
      reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
      throw new Refused('ERR_MEDIA_RANGE');
    }
    const part = range === 'all' ? { from: 0, to: size } : range;
    if (range !== 'all') reply.status(206).header('content-range', `bytes ${part.from}-${part.to - 1}/${size}`);
    reply.header('content-length', part.to - part.from);
    if (request.method === 'HEAD') return reply.send(Readable.from([]));
    return reply.send(streamed(read(part)));
  });
};

/** Reads a few chunks at a time: a slow client slows the reading down. */
export const streamed = (bytes: AsyncGenerator<Buffer>): Readable =>
  Readable.from(bytes, { objectMode: false, highWaterMark: 512 * 1024 });

const opened = async (vault: MediaVault, mediaId: string): Promise<OpenMedia> => {
  try {
    const file = await vault.open(mediaId);
    if (file) return file;
  } catch (error) {
    if (error instanceof MediaForgotten) throw new Refused('ERR_MEDIA_FORGOTTEN');
    if (error instanceof MediaStoreFailed) throw new Refused('ERR_MEDIA_STORE');
    throw error;
  }
  throw new Refused('ERR_NO_MEDIA_FOUND');
};
