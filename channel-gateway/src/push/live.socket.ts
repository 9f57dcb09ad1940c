import type { WebSocket } from '@fastify/websocket';
import { liveCloseCodes, type ServerFrame } from '@prosa/contracts';
import type { TokenBucket } from './budget.ts';
import type { Joins } from './frames.ts';
import { NO_SEAT, type Seat } from './hub.machine.ts';

export type Closing = keyof typeof liveCloseCodes;

/** One screen. */
export type LiveSocket = Joins & {
  seat: Seat;
  /** The frame budget shared by all sockets of its user, once the user is known. */
  said: TokenBucket | null;
  /** The token of its last hello. */
  token: string;
  rooms: ReadonlySet<string>;
  sendFrame: (frame: Buffer) => void;
  send: (frame: Exclude<ServerFrame, { type: 'push' }>) => void;
  /** Sends the close reason and closes the socket; one that does not answer is cut. */
  close: (why: Closing) => void;
  ping: () => void;
  cut: () => void;
  isOpen: () => boolean;
  /** Bytes that the client has not taken yet. */
  waiting: () => number;
  onPong: (ponged: () => void) => void;
  onClose: (closed: () => void) => void;
};

/** Number of waiting bytes above which a reader is too slow. */
export const MAX_WAITING = 1024 * 1024;
/** How long a closing socket may take to answer; its waiting data uses memory. */
const GOODBYE_MS = 5_000;
/** The same for a socket that sends too much: it would continue to send meanwhile, so its frames are no longer read. */
const SHORT_GOODBYE_MS = 500;

export const liveSocket = (ws: WebSocket): LiveSocket => {
  let closing = false;
  const transmit = (frame: Buffer): void => {
    if (closing || ws.readyState !== ws.OPEN) return;
    if (ws.bufferedAmount > MAX_WAITING) socket.close('tooSlow');
    else ws.send(frame, { binary: false });
  };
  const socket: LiveSocket = {
    seat: NO_SEAT,
    said: null,
    token: '',
    rooms: new Set(),
    statuses: null,
    chats: null,
    notified: false,
    sendFrame: transmit,
    send: (frame) => transmit(Buffer.from(JSON.stringify(frame))),
    close: (why) => {
      if (closing) return;
      closing = true;
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
    onPong: (ponged) => ws.on('pong', ponged),
    onClose: (closed) => ws.once('close', closed),
  };
  return socket;
};
