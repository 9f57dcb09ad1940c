import type { WebSocket } from '@fastify/websocket';
import { liveCloseCodes, type ServerFrame } from '@prosa/contracts';
import type { TokenBucket } from './budget.ts';
import type { Joins } from './frames.ts';
import type { LiveViewer } from './viewer.ts';

export type Closing = keyof typeof liveCloseCodes;

/** One screen. It is `live` once it was welcomed; before, it hears nothing. */
export type LiveSocket = Joins & {
  viewer: LiveViewer | null;
  /** What all sockets of its user may say, once it is known who that is. */
  said: TokenBucket | null;
  /** What it said hello with last. */
  token: string;
  /** Until when its token is good, in milliseconds since 1970. */
  expiresAt: number;
  live: boolean;
  /** Whether it answered the last ping. */
  alive: boolean;
  rooms: ReadonlySet<string>;
  /** Out of its rooms while it is asked anew who it is for. */
  outside: boolean;
  sendFrame: (frame: Buffer) => void;
  send: (frame: Exclude<ServerFrame, { type: 'push' }>) => void;
  /** Says why and ends it; one that does not answer is cut. */
  close: (why: Closing) => void;
  ping: () => void;
  cut: () => void;
  isOpen: () => boolean;
  /** Bytes that its reader has not taken yet. */
  waiting: () => number;
  onClose: (closed: () => void) => void;
};

/** Waiting bytes above which a reader is too slow (ADR 25). */
export const MAX_WAITING = 1024 * 1024;
/** How long a socket that is closed may take to say goodbye; what waits for it is memory. */
const GOODBYE_MS = 5_000;
/** One that says too much would go on saying it meanwhile: it is not listened to any more. */
const SHORT_GOODBYE_MS = 500;

export const liveSocket = (ws: WebSocket): LiveSocket => {
  let closing = false;
  const transmit = (frame: Buffer): void => {
    if (closing || ws.readyState !== ws.OPEN) return;
    if (ws.bufferedAmount > MAX_WAITING) socket.close('tooSlow');
    else ws.send(frame, { binary: false });
  };
  const socket: LiveSocket = {
    viewer: null,
    said: null,
    token: '',
    expiresAt: 0,
    live: false,
    alive: true,
    rooms: new Set(),
    outside: false,
    statuses: null,
    chats: null,
    notified: false,
    sendFrame: transmit,
    send: (frame) => transmit(Buffer.from(JSON.stringify(frame))),
    close: (why) => {
      if (closing) return;
      closing = true;
      socket.live = false;
      ws.close(liveCloseCodes[why], why);
      if (why === 'tooMany') ws.pause();
      const cut = setTimeout(() => ws.terminate(), why === 'tooMany' ? SHORT_GOODBYE_MS : GOODBYE_MS);
      cut.unref();
      ws.once('close', () => clearTimeout(cut));
    },
    ping: () => {
      if (ws.readyState === ws.OPEN) ws.ping();
    },
    cut: () => ws.terminate(),
    isOpen: () => !closing && ws.readyState === ws.OPEN,
    waiting: () => ws.bufferedAmount,
    onClose: (closed) => ws.once('close', closed),
  };
  ws.on('pong', () => {
    socket.alive = true;
  });
  return socket;
};
