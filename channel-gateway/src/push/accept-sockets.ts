import type { WebSocket } from '@fastify/websocket';
import { type ClientFrame, type ErrorCode, errors } from '@prosa/contracts';
import { type Budget, tokenBucket } from './budget.ts';
import { costOf, join, readFrame } from './client-frames.ts';
import type { Greeter } from './hello.ts';
import { type Closing, type LiveSocket, liveSocket } from './live.socket.ts';

export type AcceptOptions = {
  /** How long a socket may stay open without a hello. */
  helloMs?: number;
  /**
   * Frame budget of one socket. Clicking through conversations sends a few frames per second, holding the arrow key about sixty for a few
   * seconds, a page that reconnects about twenty at once.
   */
  frames?: Budget;
  /** Maximum number of sockets without a hello; one more closes the oldest. */
  strangers?: number;
};

/** Sends the reason and closes the socket. */
export const refuse = (socket: LiveSocket, code: ErrorCode, why: Closing): void => {
  socket.send({ type: 'error', error: code, message: errors[code].message });
  socket.close(why);
};

/** Accepts sockets and reads their frames. It limits what one socket can cost the others. */
export const door = ({
  greet,
  joined,
  present,
  options: { helloMs = 15_000, frames = { burst: 600, perSecond: 30 }, strangers: most = 1_000 },
}: {
  greet: Greeter;
  /** Called when a conversation was joined; returns what sending its recent pushes has cost, in frames. */
  joined: (socket: LiveSocket, ticketId: string) => number;
  /** Called each time that a screen says that its user is there; returns what that has cost, in frames. */
  present: (socket: LiveSocket, frame: Extract<ClientFrame, { type: 'userStatus' }>) => number;
  options: AcceptOptions;
}) => {
  /** Oldest first: a legitimate client sends its hello at once. */
  const strangers = new Set<LiveSocket>();

  const hear = (socket: LiveSocket): ((data: Buffer, isBinary: boolean) => number) => {
    let greeting = false;
    return (data, isBinary) => {
      const frame = readFrame(data, isBinary);
      const wasStranger = strangers.has(socket);
      if (frame === null) refuse(socket, 'ERR_BAD_REQUEST', 'badFrame');
      else if (frame.type === 'hello') {
        strangers.delete(socket);
        // One at a time: each hello costs a request to the projection side.
        if (greeting) refuse(socket, 'ERR_BAD_REQUEST', 'badFrame');
        else {
          greeting = true;
          const done = () => {
            greeting = false;
          };
          void greet.hello(socket, frame).then(done, (error: unknown) => greet.failed(socket, error));
        }
      } else if (wasStranger) refuse(socket, 'ERR_UNAUTHENTICATED', 'unauthenticated');
      else {
        // A socket that has already joined it has received everything since.
        const isNew = frame.type === 'joinChatBox' && !socket.chats?.has(frame.ticketId.toLowerCase());
        if (!join(socket, frame)) refuse(socket, 'ERR_BAD_REQUEST', 'badFrame');
        else if (frame.type === 'userStatus') return present(socket, frame);
        else if (isNew) return joined(socket, frame.ticketId.toLowerCase());
      }
      return 0;
    };
  };

  return {
    /** Accepts a new socket. */
    open: (ws: WebSocket): LiveSocket => {
      const socket = liveSocket(ws);
      const budget = tokenBucket(frames);
      const spend = (amount: number): void => {
        if (!socket.isOpen()) return;
        const isEnough = budget.spend(amount) && (socket.said?.spend(amount) ?? true);
        if (!isEnough) refuse(socket, 'ERR_TOO_MANY_REQUESTS', 'tooMany');
      };
      const heard = hear(socket);
      ws.on('message', (data: Buffer, isBinary: boolean) => {
        spend(costOf(data));
        if (socket.isOpen()) spend(heard(data, isBinary));
      });
      // The protocol answers or receives these itself, but they cost the same.
      for (const sign of ['ping', 'pong'] as const) ws.on(sign, () => spend(1));
      strangers.add(socket);
      for (const oldest of strangers) {
        if (strangers.size <= most) break;
        strangers.delete(oldest);
        refuse(oldest, 'ERR_TOO_MANY_REQUESTS', 'tooMany');
      }
      const silent = setTimeout(() => strangers.has(socket) && refuse(socket, 'ERR_UNAUTHENTICATED', 'unauthenticated'), helloMs);
      silent.unref();
      socket.onClose(() => {
        clearTimeout(silent);
        strangers.delete(socket);
      });
      return socket;
    },
  };
};
