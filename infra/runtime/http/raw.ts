import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, type ErrorReply, errors } from '@prosa/contracts';

/** The methods that have calls; any other is refused before its path is considered. */
export const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];

/** Timeouts for a body in milliseconds: without any byte, and from the first byte to the last. */
export type BodyTimeouts = { idleMs?: number; totalMs?: number };

const LOOK_MS = 250;

const codeOf = ({ code = '' }: NodeJS.ErrnoException): ErrorCode => {
  if (code === 'HPE_INVALID_METHOD') return 'ERR_METHOD_NOT_ALLOWED';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'ERR_REQUEST_TIMEOUT';
  return code === 'HPE_HEADER_OVERFLOW' ? 'ERR_TOO_LARGE' : 'ERR_BAD_REQUEST';
};

/**
 * Answers input that is not valid HTTP or came too slowly with a code of the catalogue, and closes the connection. For Fastify's
 * `clientErrorHandler`.
 */
export const answerRaw = (error: NodeJS.ErrnoException, socket: Socket): void => {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse };
  // Do not write into an answer that has already begun.
  if (!socket.writable || answer?.headersSent) return void socket.destroy();
  const code = codeOf(error);
  const { status, message } = errors[code];
  const body = Buffer.from(JSON.stringify({ error: code, message } satisfies ErrorReply), 'utf8');
  const allow = status === 405 ? `Allow: ${methods.join(', ')}\r\n` : '';
  const head = `HTTP/1.1 ${status} ${code}\r\n${allow}Content-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
  socket.write(Buffer.concat([Buffer.from(head, 'latin1'), body]));
  socket.destroySoon();
};

/** Uploads: they may take as long as bytes keep arriving. */
export const takeTheirTime = new WeakSet<IncomingMessage>();

const late = (): Error => Object.assign(new Error('The body came too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/**
 * Ends calls whose body stops arriving or takes too long: each would hold a connection and the bytes received. While received bytes wait to
 * be read by us, the caller is not considered slow.
 */
export const cutSlowBodies = (server: Server, { idleMs = 20_000, totalMs = 30_000 }: BodyTimeouts = {}): void => {
  type Coming = { response: ServerResponse; begun: number; bytes: number; since: number };
  const coming = new Map<IncomingMessage, Coming>();
  server.on('request', (request, response) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (request.complete || (encoding === undefined && !(Number(length) > 0))) return;
    const now = performance.now();
    coming.set(request, { response, begun: now, bytes: request.socket.bytesRead, since: now });
    request.once('close', () => coming.delete(request));
  });
  const look = () => {
    const now = performance.now();
    for (const [request, one] of coming) {
      const { socket } = request;
      if (socket.bytesRead !== one.bytes || request.readableLength > 0)
        Object.assign(one, { bytes: socket.bytesRead, since: now });
      const isLate = (now - one.begun > totalMs && !takeTheirTime.has(request)) || now - one.since > idleMs;
      if (!request.complete && !isLate) continue;
      coming.delete(request);
      if (!request.complete) answerRaw(late(), socket);
    }
  };
  const timer = setInterval(look, LOOK_MS).unref();
  server.once('close', () => clearInterval(timer));
};
