import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** In the page of a later build: the first one, or the one that follows it. */
export const LATER = 'meta[name="later-build"]';
export const LAST = `${LATER}[content="2"]`;
/** A file's address that is never answered: the service worker that fetches it stays busy, so a later one has to wait. */
export const UNANSWERED = '/api/media/unanswered/file';
const changed: Record<string, (text: string, build: number) => string> = {
  '/index.html': (page, build) => page.replace('<head>', `<head><meta name="later-build" content="${build}">`),
  '/service-worker.js': (script, build) => script.replace(/("revision":")\w+(","url":"index\.html")/, `$1later${build}$2`),
};

/** The product at an address where a later build of the app can take the place of its own, and where uploads can be held up. */
export const withLaterBuild = async (url: string) => {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  /** 0: the product's own. */
  let build = 0;
  let hold: PromiseWithResolvers<void> | null = null;
  let uploads = 0;
  let isAsked = false;

  const answerChanged = async (path: string, response: ServerResponse): Promise<void> => {
    const own = await fetch(`${url}${path}`);
    const text = await own.text();
    const after = changed[path]!(text, build);
    if (after === text) throw new Error(`${path} is not as expected.`);
    response.writeHead(200, { 'content-type': own.headers.get('content-type') ?? '', 'cache-control': 'no-cache' }).end(after);
  };
  const pass = (incoming: IncomingMessage, response: ServerResponse): void => {
    const { method, url: path, headers } = incoming;
    const onward = request({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    incoming.pipe(onward);
  };
  const server = createServer(async (incoming, response) => {
    // Every screen's address answers with the page.
    const isPage = incoming.headers['sec-fetch-mode'] === 'navigate';
    const pathname = isPage ? '/index.html' : new URL(incoming.url ?? '/', url).pathname;
    if (build > 0 && pathname in changed) return void answerChanged(pathname, response).catch((error) => response.destroy(error));
    if (pathname === UNANSWERED) {
      isAsked = true;
      return;
    }
    if (incoming.method === 'POST' && pathname === '/api/media') {
      uploads += 1;
      await hold?.promise;
    }
    pass(incoming, response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', ({ method, url: path, rawHeaders }: IncomingMessage, near: Socket, head: Buffer) => {
    const far = connect(Number(port), hostname);
    const lines = rawHeaders.flatMap((text, at) => (at % 2 === 0 ? `${text}: ${rawHeaders[at + 1]}` : []));
    far.write(`${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
    far.write(head);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** From now on the app is a later build. */
    release: () => {
      build += 1;
    },
    /** Holds up uploads until the answer is called. */
    holdUploads: (): (() => void) => {
      hold = Promise.withResolvers();
      return hold.resolve;
    },
    /** How many uploads have come. */
    uploads: () => uploads,
    /** Whether somebody waits for the answer that never comes. */
    isAsked: () => isAsked,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
