import type { FastifyInstance } from 'fastify';

/**
 * Closes the connection of each call that is answered after `close()` was called. Fastify closes those that are idle at that moment, but
 * the connection of a call in progress would be kept alive after its answer, and `close()` would wait until the client ends it, at most
 * the keep-alive time of 72 s: longer than a service may take to end.
 */
export const closeAnswered = (app: Pick<FastifyInstance, 'addHook'>): void => {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  // The client learns that it must not use the connection for its next call.
  app.addHook('onSend', (_, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
  // The head of an answer that takes long may have been sent before.
  app.addHook('onResponse', (request, _, done) => {
    if (isClosing) request.raw.socket.destroySoon();
    done();
  });
};
