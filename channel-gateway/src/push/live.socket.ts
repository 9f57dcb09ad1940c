import type { WebSocket } from '@fastify/websocket';
import { liveCloseCodes, type ServerFrame } from '@prosa/contracts';
import type { TokenBucket } from './budget.ts';
import type { Joins } from './frames.ts';
import type { LiveViewer } from './viewer.ts';

export type Closing = keyof typeof liveCloseCodes;

/** One screen. It is `live` after its welcome; before that, it receives no pushes. */
export type LiveSocket = Joins & {
  viewer: LiveViewer | null;
  /** The frame budget shared by all sockets of its user, once the user is known. */
  said: TokenBucket | null;
  /** The token of its last hello. */
  token: string;
  /** When its token expires, in milliseconds since 1970. */
  expiresAt: number;
  live: boolean;
  /** Whether it has answered the last ping. */
  alive: boolean;
  /** Whether it has said that its user is there: an integration only listens. */
  present: boolean;
  rooms: ReadonlySet<string>;
  /** Removed from its rooms while its user is looked up again. */
  outside: boolean;
  sendFrame: (frame: Buffer) => void;
  send: (frame: Exclude<ServerFrame, { type: 'push' }>) => void;
  /** Sends the close reason and closes the socket; one that does not answer is cut. */
  close: (why: Closing) => void;
  ping: () => void;
  cut: () => void;
  isOpen: () => boolean;
  /** Bytes that the client has not taken yet. */
  waiting: () => number;
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
    viewer: null,
    said: null,
    token: '',
    expiresAt: 0,
    live: false,
    alive: true,
    present: false,
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
