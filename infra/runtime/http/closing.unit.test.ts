import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createLogger } from '../kernel/log.ts';
import { createServer } from './server.ts';

/** A server whose answers wait until `go` is called, and a client that keeps its connections. */
const opened = async () => {
  const app = createServer({ log: createLogger('test', 'silent'), name: 'test' });
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
  const { promise: gone, resolve: go } = Promise.withResolvers<void>();
  app.get('/whole', async () => {
    isAsked();
    await gone;
    return 'all of it';
  });
  app.get('/parts', (_, reply) => {
    const parts = async function* () {
      yield 'some of it, ';
      isAsked();
      await gone;
      yield 'and the rest';
    };
    return reply.send(Readable.from(parts()));
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  const call = async (path: string): Promise<{ connection: string | undefined; text: string }> => {
    const [answer] = (await once(get(`${url}${path}`, { agent }), 'response')) as [IncomingMessage];
    return { connection: answer.headers.connection, text: (await answer.toArray()).join('') };
  };
  return { app, asked, go, call, agent };
};

test.each([
  ['/whole', { connection: 'close', text: 'all of it' }],
  ['/parts', { connection: 'keep-alive', text: 'some of it, and the rest' }],
])(
  'a server that closes while %s is answered ends with that answer, although the client would keep the connection',
  async (path, expected) => {
    const { app, asked, go, call, agent } = await opened();
    const answer = call(path);
    await asked;
    const closing = app.close();
    while (app.server.listening) await setImmediate();
    go();
    expect(await answer).toEqual(expected);
    await closing;
    agent.destroy();
  },
  5_000,
);

test('a connection is kept for the next call as long as the server runs', async () => {
  const { app, go, call, agent } = await opened();
  go();
  expect(await call('/whole')).toEqual({ connection: 'keep-alive', text: 'all of it' });
  await app.close();
  agent.destroy();
});
