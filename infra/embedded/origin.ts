import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import proxy from '@fastify/http-proxy';
import files from '@fastify/static';
import { type ErrorCode, type ErrorReply, errors, limits, serviceOf } from '@prosa/contracts';
import fastify, { type FastifyError, type FastifyReply } from 'fastify';
import { answerRaw, type BodyTimeouts, cutSlowBodies, methods } from '../runtime/http.raw.ts';
import type { Child } from './processes/children.ts';

export type OriginOptions = { host: string; port: number; dist: string; trustedProxies?: string[]; bodyTimeouts?: BodyTimeouts };
export type Upstreams = { command: Child[]; projection: Child[]; gateway: Child[] };

/** What the app may load and call: its own host alone, which older Safaris must be told for WebSockets too. */
const contentSecurity = (host = ''): string => {
  const sockets = /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '';
  return `default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'${sockets}; font-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'self'; form-action 'self'`;
};

/**
 * The one origin: the PWA at `/`, reads to the projection side, `/api/auth` and changes to the command side, `/live` and
 * `/webhooks` to the gateway. Instances of a service take turns; one that is away is passed over.
 */
export const startOrigin = async (upstreams: Upstreams, options: OriginOptions) => {
  const { trustedProxies = [] } = options;
  const app = fastify({
    // Whoever else says on whose behalf they call is not believed.
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    forceCloseConnections: true,
    requestTimeout: 30_000,
    clientErrorHandler: answerRaw,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (_, __, reply) => refuse(reply as unknown as FastifyReply, 'ERR_BAD_REQUEST'),
  });
  // What the proxy itself will not pass on, as an address that climbs out of its folder.
  app.setErrorHandler<FastifyError>((error, _, reply) =>
    refuse(reply, (error.statusCode ?? 500) < 500 ? 'ERR_BAD_REQUEST' : 'ERR_INTERNAL'),
  );
  cutSlowBodies(app.server, options.bodyTimeouts);
  const turn = { command: 0, projection: 0, gateway: 0 };
  const next = (service: keyof Upstreams): Child => {
    const all = upstreams[service];
    const ready = all.filter((child) => child.ready());
    turn[service] = (turn[service] + 1) % 1_000_000;
    return (ready.length > 0 ? ready : all)[turn[service] % (ready.length || all.length)]!;
  };

  // Refused here, its body is read to the end and dropped: a service would close the connection in the middle of it, and the
  // refusal would be lost on the way.
  app.addHook('onRequest', (request, reply, done) => {
    if (!methods.includes(request.method))
      return void refuse(reply.header('allow', methods.join(', ')) as FastifyReply, 'ERR_METHOD_NOT_ALLOWED');
    if (Number(request.headers['content-length'] ?? 0) <= limits.bodyBytes) return done();
    refuse(reply, 'ERR_TOO_LARGE');
  });
  // One that does not tell its length is taken in whole first, for the same reason.
  app.addHook('preParsing', async (request, reply, payload) => {
    if (request.headers['transfer-encoding'] === undefined) return payload;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of payload as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= limits.bodyBytes) chunks.push(chunk);
    }
    return size <= limits.bodyBytes ? Readable.from([Buffer.concat(chunks)]) : refuse(reply, 'ERR_TOO_LARGE');
  });
  const through = (prefix: string, target: (method: string, url: string) => keyof Upstreams) =>
    app.register(proxy, {
      prefix,
      rewritePrefix: prefix,
      upstream: '',
      // As many connections as calls: with fewer, those of one company that wait for each other would stand before everybody's.
      undici: { connections: null, pipelining: 1, keepAliveTimeout: 30_000 },
      replyOptions: {
        // A 503 is the caller's to judge; asked again here, `after` would be waited for eleven times.
        retryDelay: () => null,
        getUpstream: (request) => next(target(request.method, request.raw.url ?? '')).url,
        rewriteRequestHeaders: (request, headers) => ({
          ...headers,
          'x-forwarded-for': request.ip,
          'x-forwarded-proto': request.protocol,
          'x-forwarded-host': request.headers.host ?? '',
        }),
        onError: (reply) => {
          // What was not passed on is dropped, or the caller's next call would wait behind it.
          reply.request.raw.resume();
          refuse(reply.header('retry-after', '1') as FastifyReply, 'ERR_BUSY');
        },
      },
    });
  await through('/api', (method, url) => serviceOf(`${method === 'HEAD' ? 'GET' : method} ${url.split('?')[0]}`));
  await through('/webhooks', () => 'gateway');

  app.addHook('onSend', async (request, reply) => {
    if (isCall(request.raw.url ?? '')) return;
    reply.header('content-security-policy', contentSecurity(request.headers.host));
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'same-origin');
    // One that is not there may be there after the next start.
    const isForGood = reply.statusCode < 400 && /^\/assets\//.test(request.raw.url ?? '');
    reply.header('cache-control', isForGood ? 'public, max-age=31536000, immutable' : 'no-cache');
  });
  // Beside each text file the build has put its brotli and its gzip.
  await app.register(files, { root: options.dist, cacheControl: false, preCompressed: true });
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (_, reply) => {
    const away = Object.values(upstreams)
      .flat()
      .filter((child) => !child.ready())
      .map((child) => child.name);
    return reply.code(away.length > 0 ? 503 : 200).send({ ready: away.length === 0, away });
  });
  // Every address of the app is its one page; a call that nobody answers stays a 404.
  app.setNotFoundHandler((request, reply) =>
    request.method !== 'GET' || isCall(request.url) || /\.\w+$/.test(request.url.split('?')[0]!)
      ? refuse(reply, 'ERR_NOT_FOUND')
      : reply.sendFile('index.html'),
  );

  const screens = new Set<Duplex>();
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // The server has let go of it: an error that nobody listens to, as when its other end is cut off, would end the launcher.
    socket.on('error', () => socket.destroy());
    if (request.url?.split('?')[0] !== '/live') return socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
    screens.add(socket);
    socket.once('close', () => screens.delete(socket));
    tunnel(next('gateway').url, request, socket as Socket, head);
  });
  // Closing waits for every connection, and a screen never ends its own.
  app.addHook('preClose', async () => {
    for (const socket of screens) socket.destroy();
  });
  await app.listen({ host: options.host, port: options.port });
  return app;
};

const refuse = (reply: FastifyReply, error: ErrorCode) =>
  reply.code(errors[error].status).send({ error, message: errors[error].message } satisfies ErrorReply);

const isCall = (url: string) => /^\/(api|webhooks|live|healthz|readyz)(\/|\?|$)/.test(url);

/** Joins the client's socket with the gateway's, byte by byte, so that a slow reader is felt where it matters: at the hub. */
const tunnel = (url: string, request: IncomingMessage, socket: Socket, head: Buffer) => {
  const { hostname, port } = new URL(url);
  const upstream = connect(Number(port), hostname, () => {
    const headers = request.rawHeaders.reduce((text, part, i) => text + (i % 2 === 0 ? `${part}: ` : `${part}\r\n`), '');
    upstream.write(`GET ${request.url} HTTP/1.1\r\n${headers}\r\n`);
    upstream.write(head);
    socket.pipe(upstream).pipe(socket);
  });
  socket.setNoDelay(true);
  upstream.setNoDelay(true);
  upstream.on('error', () => socket.destroy());
  socket.on('error', () => upstream.destroy());
  socket.on('close', () => upstream.destroy());
  upstream.on('close', () => socket.destroy());
};
