import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as the server received it; a `body` of JSON is parsed. */
export type Heard = { call: string; query: URLSearchParams; token: string | null; key: string | undefined; body: unknown };
/** The server's answer: status (200), body, headers; `never` does not answer, `gone` breaks the connection. */
export type Said = { status?: number; body?: unknown; headers?: Record<string, string> } | 'never' | 'gone';

/**
 * A real HTTP server that answers by `answer`; this page's own `/api` leads to it. `heard` keeps every call in order; `sent` those that the
 * page has begun, though the server may not have heard them yet. Close it in `afterEach`.
 */
export const serve = async (answer: (heard: Heard) => Said | Promise<Said>) => {
  const heard: Heard[] = [];
  const sent: string[] = [];
  // Node's default of five seconds may pass on a busy machine, and a command on a connection that just closed is lost.
  const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://server');
    const text = await textOf(request);
    const it: Heard = {
      call: `${request.method} ${url.pathname.replace(/^\/api/, '')}`,
      query: url.searchParams,
      token: request.headers.authorization?.replace(/^Bearer /, '') ?? null,
      key: request.headers['idempotency-key'] as string | undefined,
      body: text === '' ? undefined : isJson(request) ? JSON.parse(text) : text,
    };
    heard.push(it);
    const said = await answer(it);
    if (said === 'never') return;
    if (said === 'gone') return void response.destroy();
    response.writeHead(said.status ?? 200, { 'content-type': 'application/json', ...said.headers });
    response.end(JSON.stringify(said.body ?? null));
  });
  const { url, close } = await listen(server);
  const ordinary = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const address = String(input).replace(/^(?:http:\/\/localhost)?(?=\/)/, url);
    sent.push(`${init?.method ?? 'GET'} ${new URL(address).pathname.replace(/^\/api/, '')}`);
    return ordinary(address, init);
  };
  return {
    url,
    heard,
    sent,
    close: async () => {
      globalThis.fetch = ordinary;
      await close();
    },
  };
};

const isJson = ({ headers }: IncomingMessage): boolean => headers['content-type']?.startsWith('application/json') ?? false;

/** Starts a server on a free port of this machine. */
export const listen = async (server: Server) => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
};

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};
