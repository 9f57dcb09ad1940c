import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut and mended: on an address that stays the same. */
export const wayTo = async (url: string) => {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => sockets.delete(one) && other.destroy());
      one.pipe(other);
    }
  });
  const listen = async (at: number): Promise<void> => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  };
  /** Below those that the system gives to whoever wants any: while it is cut nobody else gets this one. */
  const listenSomewhere = async (): Promise<number> => {
    const at = randomInt(20_000, 32_000);
    try {
      await listen(at);
      return at;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return listenSomewhere();
      throw error;
    }
  };
  const own = await listenSomewhere();
  const cut = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { url: `http://127.0.0.1:${own}`, cut, mend: () => listen(own) };
};
