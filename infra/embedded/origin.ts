import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import proxy from '@fastify/http-proxy';
import files from '@fastify/static';
import { type ErrorCode, type ErrorReply, errors, largestForm, limits, serviceOf, uploadOf } from '@prosa/contracts';
import fastify, { type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify';
import { isMultipart } from '../runtime/http/form.ts';
import { PERMISSIONS_POLICY, STRICT_TRANSPORT } from '../runtime/http/headers.ts';
import { answerRaw, type BodyTimeouts, cutSlowBodies, methods, takeTheirTime } from '../runtime/http/raw.ts';
import { download, upload } from './passing-files.ts';
import type { Child } from './processes/children.ts';

export type OriginOptions = { host: string; port: number; dist: string; trustedProxies?: string[]; bodyTimeouts?: BodyTimeouts };
export type Upstreams = { command: Child[]; projection: Child[]; gateway: Child[] };

/** Answers of more bytes are files. */
const LARGE = 1024 * 1024;

/** The content security policy: the app may load from and call its own host only. Older Safaris need WebSockets to be listed explicitly. */
const contentSecurity = (host = ''): string => {
  const sockets = /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '';
  return `default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'${sockets}; font-src 'self'; worker-src 'self'; frame-src https://www.youtube-nocookie.com; frame-ancestors 'none'; base-uri 'self'; form-action 'self'`;
};

/**
 * Starts the single origin: the PWA at `/`, reads to the projection side, `/api/auth`, `/api/imports`, `/api/messages/sent` and changes to the command side, `/live` and
 * `/webhooks` to the gateway. Instances of a service are used in turn (round-robin), skipping those that are not ready.
 */
export const startOrigin = async (upstreams: Upstreams, options: OriginOptions) => {
  const { trustedProxies = [] } = options;
  const app = fastify({
    // Forwarded headers of any other caller are ignored.
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    forceCloseConnections: true,
    requestTimeout: 0,
    http: { headersTimeout: 30_000 },
    clientErrorHandler: answerRaw,
    routerOptions: { ignoreTrailingSlash: true },
    // Before all hooks.
    frameworkErrors: (_, __, reply) => refuse(protect(reply as unknown as FastifyReply), 'ERR_BAD_REQUEST'),
  });
  // Errors of the proxy itself, e.g. for a path that leaves its folder.
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

  app.addHook('onRequest', (_, reply, done) => {
    protect(reply);
    done();
  });
  // Refused here, the body is read to the end and discarded. A service would close the connection in the middle of the body, and the
  // refusal would be lost.
  app.addHook('onRequest', (request, reply, done) => {
    if (!methods.includes(request.method))
      return void refuse(reply.header('allow', methods.join(', ')) as FastifyReply, 'ERR_METHOD_NOT_ALLOWED');
    const most = mostBytes(request);
    if (most > limits.bodyBytes) takeTheirTime.add(request.raw);
    if (Number(request.headers['content-length'] ?? 0) <= most) return done();
    refuse(reply, 'ERR_TOO_LARGE');
  });
  // A body without a declared length is buffered completely first, for the same reason.
  app.addHook('preParsing', async (request, reply, payload) => {
    // File uploads are streamed; the service counts their bytes.
    if (mostBytes(request) > limits.bodyBytes) return upload(payload as Readable);
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
      // As many connections as calls: with fewer, calls of one company that wait for each other would block everyone's.
      undici: { connections: null, pipelining: 1, keepAliveTimeout: 30_000 },
      replyOptions: {
        // The caller handles a 503. Retrying it here would wait for `after` eleven times.
        retryDelay: () => null,
        getUpstream: (request) => next(target(request.method, request.raw.url ?? '')).url,
        // This server has answered `Expect` itself; undici refuses to forward it.
        rewriteRequestHeaders: (request, { expect: _, ...headers }) => ({
          ...headers,
          'x-forwarded-for': request.ip,
          'x-forwarded-proto': request.protocol,
          'x-forwarded-host': request.headers.host ?? '',
        }),
        onError: (reply) => {
          // Discards the rest of the body that was not forwarded; otherwise the caller's next call would wait behind it.
          reply.request.raw.resume();
          refuse(reply.header('retry-after', '1') as FastifyReply, 'ERR_BUSY');
        },
      },
    });
  app.addHook('onSend', async (_, reply, payload) =>
    payload instanceof Readable && Number(reply.getHeader('content-length') ?? 0) > LARGE ? download(payload) : payload,
  );
  await through('/api', (method, url) => serviceOf(`${method === 'HEAD' ? 'GET' : method} ${url.split('?')[0]}`));
  await through('/webhooks', () => 'gateway');

  app.addHook('onSend', async (request, reply) => {
    if (isCall(request.raw.url ?? '')) return;
    reply.header('content-security-policy', contentSecurity(request.headers.host));
    reply.header('referrer-policy', 'same-origin');
    // A missing asset may exist after the next start, so its absence is not cached.
    const isForGood = reply.statusCode < 400 && /^\/assets\//.test(request.raw.url ?? '');
    reply.header('cache-control', isForGood ? 'public, max-age=31536000, immutable' : 'no-cache');
  });
  // The build puts a brotli and a gzip version beside each text file.
  await app.register(files, { root: options.dist, cacheControl: false, preCompressed: true });
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (_, reply) => {
    const away = Object.values(upstreams)
      .flat()
      .filter((child) => !child.ready())
      .map((child) => child.name);
    return reply.code(away.length > 0 ? 503 : 200).send({ ready: away.length === 0, away });
  });
  // Every address of the app serves its single page; an unknown call stays a 404.
  app.setNotFoundHandler((request, reply) =>
    request.method !== 'GET' || isCall(request.url) || /\.\w+$/.test(request.url.split('?')[0]!)
      ? refuse(reply, 'ERR_NOT_FOUND')
      : reply.sendFile('index.html'),
  );

  const screens = new Set<Duplex>();
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // The server no longer handles this socket: an error without a listener, e.g. when the peer is cut off, would end the launcher.
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

/** The headers of every answer, whoever gives it. */
const protect = (reply: FastifyReply): FastifyReply => {
  if (reply.request.protocol === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT);
  return reply.headers({ 'x-content-type-options': 'nosniff', 'permissions-policy': PERMISSIONS_POLICY });
};

const refuse = (reply: FastifyReply, error: ErrorCode) =>
  reply.code(errors[error].status).send({ error, message: errors[error].message } satisfies ErrorReply);

/** Maximum body size of a call; a multipart upload may be as large as its files may be. */
const mostBytes = ({ method, raw, headers }: FastifyRequest): number => {
  const path = (raw.url ?? '').split('?')[0]!;
  if (method === 'POST' && /^\/webhooks\/meta(\/[^/]+)?\/?$/.test(path)) return limits.metaWebhookBytes;
  // Customers' files come to the simulator by its webhook.
  if (method === 'POST' && /^\/webhooks\/simulator\/[^/]+\/?$/.test(path))
    return isMultipart({ headers }) ? limits.webhookFileBytes.form + limits.bodyBytes : limits.webhookBytes;
  const upload = isMultipart({ headers }) ? uploadOf(`${method} ${path.replace(/^\/api/, '')}`) : undefined;
  return upload ? largestForm(upload) : limits.bodyBytes;
};

const isCall = (url: string) => /^\/(api|webhooks|live|healthz|readyz)(\/|\?|$)/.test(url);

/** Connects the client's socket with the gateway's, byte by byte, so that backpressure of a slow reader reaches the hub. */
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
