import websocket from '@fastify/websocket';
import { Refused } from '@prosa/contracts';
import type { Logger, Server } from '@prosa/infra/runtime';
import type { FastifyRequest } from 'fastify';
import type { Hub } from './hub.ts';

/** A hello with its token is the largest frame, about 4 kB at most. */
const MAX_FRAME = 8 * 1024;

/** `/live`. A page of another site cannot open it with a visitor's browser. */
export const liveRoutes = (app: Server, hub: Hub, log: Logger): void => {
  app.register(websocket, {
    options: { maxPayload: MAX_FRAME },
    // ws has already closed such a client with a code (1007, 1009); only the log entry is left to do.
    errorHandler: (error) => log.debug({ err: error }, 'a socket failed'),
    preClose(done) {
      for (const client of this.websocketServer.clients) {
        const cut = setTimeout(() => client.terminate(), 1_000);
        client.once('close', () => clearTimeout(cut));
        client.close(1012);
      }
      this.websocketServer.close(() => undefined);
      done();
    },
  });
  app.register(async (inner) => {
    inner.route({
      method: 'GET',
      url: '/live',
      onRequest: async (request) => {
        if (!sameSite(request)) throw new Refused('ERR_NO_PERMISSION');
      },
      handler: () => {
        throw new Refused('ERR_NOT_FOUND');
      },
      wsHandler: (socket) => hub.attach(socket),
    });
  });
};

/** A browser always sends the page's origin. Behind our own proxy the requested host is in X-Forwarded-Host, which no page can set. */
const sameSite = ({ headers }: FastifyRequest): boolean => {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  const forwarded = headers['x-forwarded-host'];
  const asked = URL.canParse(origin) ? new URL(origin).host : '';
  return asked !== '' && (asked === host || asked === forwarded);
};
