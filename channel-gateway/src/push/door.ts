import type { WebSocket } from '@fastify/websocket';
import { type ErrorCode, errors } from '@prosa/contracts';
import { type Budget, tokenBucket } from './budget.ts';
import { costOf, join, readFrame } from './client-frames.ts';
import type { Greeter } from './hello.ts';
import { type Closing, type LiveSocket, liveSocket } from './live.socket.ts';

export type DoorOptions = {
  /** How long a socket may be silent before its hello. */
  helloMs?: number;
  /**
   * What one socket may say. Clicking through conversations is some frames a second, the arrow key held down some sixty for a few
   * seconds, a page that comes back says some twenty at once.
   */
  frames?: Budget;
  /** Sockets that have not said hello yet; one more, and the oldest goes. */
  strangers?: number;
};

/** Says why, and ends it. */
export const refuse = (socket: LiveSocket, code: ErrorCode, why: Closing): void => {
  socket.send({ type: 'error', error: code, message: errors[code].message });
  socket.close(why);
};

/** Where sockets come in and say what they want. What one of them can cost the others is bounded here. */
export const door = ({
  greet,
  joined,
  options: { helloMs = 15_000, frames = { burst: 600, perSecond: 30 }, strangers: most = 1_000 },
}: {
  greet: Greeter;
  /** A conversation was joined; gives what telling of it has cost, in frames. */
  joined: (socket: LiveSocket, ticketId: string) => number;
  options: DoorOptions;
}) => {
  /** The oldest first: an honest one says hello at once. */
  const strangers = new Set<LiveSocket>();

  const hear = (socket: LiveSocket): ((data: Buffer, isBinary: boolean) => number) => {
    let greeting = false;
    return (data, isBinary) => {
      const frame = readFrame(data, isBinary);
      const wasStranger = strangers.has(socket);
      if (frame === null) refuse(socket, 'ERR_BAD_REQUEST', 'badFrame');
      else if (frame.type === 'hello') {
        strangers.delete(socket);
        // One at a time: each costs a question to the projection side.
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
        // Who has joined it already has heard all since.
        const isNew = frame.type === 'joinChatBox' && !socket.chats?.has(frame.ticketId.toLowerCase());
        if (!join(socket, frame)) refuse(socket, 'ERR_BAD_REQUEST', 'badFrame');
        else if (isNew) return joined(socket, frame.ticketId.toLowerCase());
      }
      return 0;
    };
  };

  return {
    /** A new socket. */
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
      // Answered or taken by the protocol itself, they cost as much.
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
