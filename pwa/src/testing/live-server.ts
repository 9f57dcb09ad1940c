import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ClientFrame, ServerFrame } from '@prosa/contracts';
import { listen } from './server.ts';

/** One connection of a client: the frames it sent, and functions to answer. */
export type Peer = { heard: ClientFrame[]; say: (frame: ServerFrame) => void; close: (code: number) => void };

const SALT = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 0x81;
const CLOSE = 0x88;

/** A real WebSocket server with the part of RFC 6455 that a test of `/live` needs: short text frames and close codes. */
export const serveLive = async (hear: (frame: ClientFrame, peer: Peer) => void) => {
  const peers: Peer[] = [];
  const sockets: Duplex[] = [];
  const server = createServer();
  server.on('upgrade', (request, socket: Duplex) => {
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${SALT}`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    const peer: Peer = {
      heard: [],
      say: (frame) => socket.write(framed(TEXT, Buffer.from(JSON.stringify(frame)))),
      close: (code) => socket.end(framed(CLOSE, Buffer.from([code >> 8, code & 255]))),
    };
    peers.push(peer);
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
    let rest = Buffer.alloc(0);
    socket.on('data', (data: Buffer) => {
      rest = Buffer.concat([rest, data]);
      for (let next = unframed(rest); next; next = unframed(rest)) {
        rest = rest.subarray(next.length);
        if (next.first === CLOSE) return void socket.end(framed(CLOSE, next.payload));
        const frame = JSON.parse(next.payload.toString()) as ClientFrame;
        peer.heard.push(frame);
        hear(frame, peer);
      }
    });
  });
  const { url, close } = await listen(server);
  const end = () => {
    for (const socket of sockets) socket.destroy(); // an aborted client does not close its connection properly
    return close();
  };
  return { url: `${url.replace('http', 'ws')}/live`, peers, close: end };
};

const framed = (first: number, payload: Buffer): Buffer =>
  Buffer.concat([
    payload.length < 126
      ? Buffer.from([first, payload.length])
      : Buffer.from([first, 126, payload.length >> 8, payload.length & 255]),
    payload,
  ]);

/** The first complete frame of a client, which is always masked; null until all of it has arrived. */
const unframed = (data: Buffer): { first: number; payload: Buffer; length: number } | null => {
  if (data.length < 6) return null;
  const isLong = (data[1]! & 127) === 126;
  const size = isLong ? data.readUInt16BE(2) : data[1]! & 127;
  const head = isLong ? 8 : 6;
  if (data.length < head + size) return null;
  const mask = data.subarray(head - 4, head);
  const payload = Buffer.from(data.subarray(head, head + size).map((byte, at) => byte ^ mask[at % 4]!));
  return { first: data[0]!, payload, length: head + size };
};
