import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that the system gives to connections and to servers that ask for any (on Linux from 32768, elsewhere from 49152): a port
 * from there may be somebody else's before the program for which it was chosen has started.
 */
const OWN = { first: 20_000, last: 31_999 };
type Range = typeof OWN;

const TRIES = 200;

export type ReservedPort = { port: number; release: () => void };

/**
 * Reserves a free loopback port until it is released or this process ends: others who choose a port in this way do not get it, even while
 * nothing listens there. The reservation is the UDP port of the same number, which no part of the product uses otherwise.
 */
export const reservePort = async ({ first, last }: Range = OWN): Promise<ReservedPort> => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = first + Math.floor(Math.random() * (last - first + 1));
    const mark = await marked(port);
    if (!mark) continue;
    if (await isFree(port)) return { port, release: () => mark.close() };
    mark.close();
  }
  throw new Error(`No free port from ${first} to ${last} was found.`);
};

/** Returns a loopback port that is free now, and that nobody is given by chance. */
export const freePort = async (): Promise<number> => {
  const { port, release } = await reservePort();
  release();
  return port;
};

const marked = async (port: number): Promise<Socket | null> => {
  const socket = createSocket('udp4');
  try {
    // Exclusive: in a worker of node:cluster the port would be shared with the other workers.
    socket.bind({ port, address: '127.0.0.1', exclusive: true });
    await once(socket, 'listening');
    return socket.unref();
  } catch {
    socket.close();
    return null;
  }
};

const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    if (probe.listening) await new Promise((closed) => probe.close(closed));
  }
};
