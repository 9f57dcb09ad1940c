import type { IncomingMessage } from 'node:http';

/** The whole body of a request to a stand-in. Throws if it has more than `most` bytes. */
export const requestBytes = async (request: IncomingMessage, most: number): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += (piece as Buffer).length;
    if (bytes > most) throw new Error('This is too large.');
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces);
};
