import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Compressing a smaller answer gains nothing. */
const WORTH_BYTES = 1_024;
/**
 * Up to this size, compressing takes less than a quarter of a millisecond: less than waiting for a thread, which may be busy with a
 * password.
 */
const AT_ONCE_BYTES = 64 * 1024;
/** The fastest level: what higher levels save costs more time than sending the bytes. */
const options = { level: 1 };

const inThread = promisify<Buffer, { level: number }, Buffer>(gzip);

/**
 * Compresses answers over 1 kB with gzip for clients that accept it, whatever origin is in front of the services. Never compresses the
 * sign-in's answers: they contain secrets and are requested with a cookie alone, so another page could request them together with text of
 * its own and measure their size (BREACH). Every other call needs a token that no other page has.
 */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const bytes = Buffer.byteLength(payload);
    if (bytes < WORTH_BYTES || reply.hasHeader('content-encoding') || isSecret(request.routeOptions.url) || !isText(reply))
      return payload;
    reply.header('vary', varying(reply.getHeader('vary')));
    if (!acceptsGzip(request.headers['accept-encoding'])) return payload;
    const plain = Buffer.from(payload as string);
    const packed = bytes <= AT_ONCE_BYTES ? gzipSync(plain, options) : await inThread(plain, options);
    reply.header('content-encoding', 'gzip').header('content-length', packed.length);
    return packed;
  });
};

const isSecret = (route: string | undefined): boolean => route?.startsWith('/api/auth/') === true;

const isText = (reply: { getHeader: (name: string) => unknown }): boolean =>
  /^(?:application\/json|text\/)/.test(String(reply.getHeader('content-type') ?? ''));

const varying = (before: unknown): string => (before ? `${before}, accept-encoding` : 'accept-encoding');

/** Whether the header names gzip, or all, with a weight that is not 0 (RFC 9110, 12.5.3). */
export const acceptsGzip = (header: string | string[] | undefined): boolean => {
  const weights = new Map<string, number>();
  for (const part of String(header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
};
