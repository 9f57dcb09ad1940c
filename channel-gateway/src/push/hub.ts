import type { WebSocket } from '@fastify/websocket';
import { errors, limits, PushMessage, Refused, topics } from '@prosa/contracts';
import type { AccessTokens, Bus, Consumer, Log } from '@prosa/infra/runtime';
import { join, readFrame } from './client-frames.ts';
import { actionOf, frameOf, joined } from './frames.ts';
import { greeter } from './hello.ts';
import { type LiveSocket, liveSocket } from './live.socket.ts';
import type { AskMe } from './me.client.ts';
import { type Change, type Entry, entryOf, pushRing, type RingOptions } from './ring.ts';
import { heardBy, roomIndex } from './rooms.ts';
import { afterEntry, roomsOf, tellsOfUsers } from './viewer.ts';

export type HubOptions = {
  pingMs?: number;
  /** How long a socket may be silent before its hello. */
  helloMs?: number;
  /** How long an expired token is borne, in which a fresh one may come by another hello. */
  expiryGraceMs?: number;
  /** Screens that must fetch are told so within this time, not all at once. */
  jitterMs?: { lost: number; asked: number };
  ring?: RingOptions;
};

export type Hub = {
  start: (bus: Bus) => Promise<void>;
  attach: (ws: WebSocket) => void;
  /** Throws until it knows a position. */
  ready: () => void;
  stats: () => { sockets: number; ringBytes: number; waitingBytes: number };
  close: () => Promise<void>;
};

/** How far back a join looks, in milliseconds: longer than a screen's answer may be on its way. */
const OVERLAP_MS = 30_000;

/** The pushes of the projection side, to the screens of those who may see them (decisions.md 22 to 26). */
export const pushHub = ({
  askMe,
  tokens,
  log,
  options = {},
}: {
  askMe: AskMe;
  tokens: AccessTokens;
  log: Log;
  options?: HubOptions;
}): Hub => {
  const {
    pingMs = limits.livePingMs,
    helloMs = 15_000,
    expiryGraceMs = 60_000,
    jitterMs = { lost: 3_000, asked: 1_000 },
  } = options;
  const ring = pushRing(options.ring);
  const rooms = roomIndex();
  const sockets = new Set<LiveSocket>();
  const ending = new AbortController();
  let tail: Consumer | undefined;
  let pulse: NodeJS.Timeout | undefined;

  const refetch = (socket: LiveSocket, withinMs: number): void => {
    const tell = () => socket.live && socket.send({ type: 'refetch' });
    if (withinMs === 0) tell();
    else setTimeout(tell, Math.random() * withinMs).unref();
  };
  const greet = greeter({
    ring,
    rooms,
    askMe,
    tokens,
    refetch: (socket) => refetch(socket, jitterMs.lost),
    ending: ending.signal,
    log,
  });

  const deliver = (position: bigint, change: Change, companyId: string): void => {
    const frames = new Map<string, Buffer>();
    for (const [socket, heard] of rooms.hearers(change.before, change.after)) {
      if (socket.viewer?.companyId !== companyId) continue;
      const action = actionOf(change, heard);
      if (action === null || !joined(change, action, socket)) continue;
      const frame = frames.get(action) ?? frameOf(position, change, action);
      frames.set(action, frame);
      socket.sendFrame(frame);
    }
  };

  /**
   * A join takes effect when it is read here, which may be after the answer that the screen holds: what was pushed to the conversation
   * meanwhile is told again. A frame twice changes nothing.
   */
  const tellAgain = (socket: LiveSocket, ticketId: string): void => {
    const { viewer } = socket;
    if (!viewer || !socket.live) return;
    for (const { companyId, changes, position } of ring.since(Date.now() - OVERLAP_MS)) {
      if (companyId !== viewer.companyId || changes === 'refetch') continue;
      for (const change of changes) {
        if (change.channel !== 'appMessage' || change.narrow?.ticketId !== ticketId) continue;
        const action = actionOf(change, heardBy(socket.rooms, change.before, change.after));
        if (action !== null) socket.sendFrame(frameOf(position, change, action));
      }
    }
  };

  /** Rooms follow the users before any frame of the entry goes out. */
  const follow = (entry: Entry): void => {
    for (const socket of rooms.members(`company:${entry.companyId}`)) {
      const told = afterEntry(socket.viewer!, entry);
      if ('ended' in told) {
        if (told.ended === 'signed in elsewhere') socket.sendFrame(frameOf(entry.position, told.change, 'update'));
        rooms.leave(socket);
        socket.close(told.ended === 'deleted' ? 'unauthenticated' : 'signedInElsewhere');
        continue;
      }
      socket.viewer = told.viewer;
      if (!told.moved) continue;
      rooms.move(socket, roomsOf(told.viewer));
      refetch(socket, 0);
    }
  };

  /**
   * What was lost may have told who may see what: nobody hears by the rooms of before, and everybody fetches once in those of now.
   */
  const beginAnew = (companyId: string | null): void => {
    greet.ordered();
    for (const socket of sockets) {
      if (!socket.live || socket.outside || (companyId !== null && socket.viewer?.companyId !== companyId)) continue;
      socket.outside = true;
      rooms.leave(socket);
      const ask = async (): Promise<void> => {
        await greet.again(socket).catch((error: unknown) => greet.failed(socket, error));
        socket.outside = false;
        refetch(socket, 0);
      };
      setTimeout(ask, Math.random() * jitterMs.asked).unref();
    }
  };

  const handle = (message: PushMessage): void => {
    const now = Date.now();
    if (message.kind === 'tick') {
      ring.tick(BigInt(message.position), now);
      greet.positioned();
      return;
    }
    const entry = entryOf(message)!;
    if (!ring.add(entry, now)) return;
    const { companyId, changes, position } = entry;
    if (changes === 'refetch') {
      beginAnew(companyId);
      return;
    }
    if (tellsOfUsers(entry)) follow(entry);
    // Of a sign-in only the older sockets hear, and they have (in follow).
    for (const change of changes) if (change.channel !== 'auth') deliver(position, change, companyId!);
  };

  const closeAll = (): void => {
    for (const socket of sockets) socket.close('restart');
  };

  const refuse = (
    socket: LiveSocket,
    code: 'ERR_BAD_REQUEST' | 'ERR_SESSION_EXPIRED' | 'ERR_UNAUTHENTICATED',
    why: 'badFrame' | 'unauthenticated',
  ) => {
    socket.send({ type: 'error', error: code, message: errors[code].message });
    socket.close(why);
  };

  const beat = (): void => {
    const now = Date.now();
    for (const socket of sockets) {
      if (!socket.alive) socket.cut();
      else if (socket.viewer && socket.expiresAt + expiryGraceMs < now) refuse(socket, 'ERR_SESSION_EXPIRED', 'unauthenticated');
      else {
        socket.alive = false;
        socket.ping();
        if (socket.live) socket.send({ type: 'alive' });
      }
    }
  };

  return {
    start: async (bus) => {
      pulse = setInterval(beat, pingMs);
      pulse.unref();
      tail = await bus.tail({
        topic: topics.push,
        handle: ({ value }) => {
          const parsed = PushMessage.safeParse(value);
          if (parsed.success) return handle(parsed.data);
          // A newer projection side may say what this one cannot read: nobody may believe to be up to date.
          log.error('a push could not be read: every screen fetches anew');
          handle({ kind: 'refetch', companyId: null, position: String(ring.head() ?? 0n) });
        },
        onHole: () => {
          log.warn('pushes may have been missed: every screen begins anew');
          ring.clear();
          closeAll();
        },
      });
    },

    attach: (ws) => {
      const socket = liveSocket(ws);
      if (ending.signal.aborted) return socket.close('restart');
      sockets.add(socket);
      const silent = setTimeout(() => !socket.viewer && refuse(socket, 'ERR_UNAUTHENTICATED', 'unauthenticated'), helloMs);
      silent.unref();
      let greeted = false;
      let greeting = false;
      ws.on('message', (data: Buffer, isBinary: boolean) => {
        if (!socket.isOpen()) return;
        const frame = readFrame(data, isBinary);
        if (frame === null) return refuse(socket, 'ERR_BAD_REQUEST', 'badFrame');
        if (frame.type === 'hello') {
          clearTimeout(silent);
          greeted = true;
          // One at a time: each costs a question to the projection side.
          if (greeting) return refuse(socket, 'ERR_BAD_REQUEST', 'badFrame');
          greeting = true;
          const done = () => {
            greeting = false;
          };
          return void greet.hello(socket, frame).then(done, (error: unknown) => greet.failed(socket, error));
        }
        if (!greeted) return refuse(socket, 'ERR_UNAUTHENTICATED', 'unauthenticated');
        if (!join(socket, frame)) return refuse(socket, 'ERR_BAD_REQUEST', 'badFrame');
        if (frame.type === 'joinChatBox') tellAgain(socket, frame.ticketId.toLowerCase());
      });
      socket.onClose(() => {
        clearTimeout(silent);
        sockets.delete(socket);
        rooms.leave(socket);
        socket.live = false;
      });
    },

    ready: () => {
      if (ring.head() === null) throw new Refused('ERR_BUSY');
    },
    stats: () => ({
      sockets: sockets.size,
      ringBytes: ring.bytes(),
      waitingBytes: [...sockets].reduce((sum, socket) => sum + socket.waiting(), 0),
    }),
    close: async () => {
      ending.abort();
      clearInterval(pulse);
      closeAll();
      await tail?.close();
    },
  };
};
