import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A connection to a server that can be cut and restored, at an address that stays the same. */
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
  /** A port below the range that the system assigns: while the connection is cut, no other process gets it. */
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
