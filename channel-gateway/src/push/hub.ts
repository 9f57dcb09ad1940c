import type { WebSocket } from '@fastify/websocket';
import { limits, PLATFORM, PushMessage, Refused, type ShownSession, topics } from '@prosa/contracts';
import type { AccessTokens, Bus, Consumer, Logger } from '@prosa/infra/runtime';
import { type DoorOptions, door, refuse } from './door.ts';
import { type Change, type Entry, entryMaker } from './entry.ts';
import { actionOf, frameOf, joined } from './frames.ts';
import { type GuestLimits, guestBook } from './guests.ts';
import { greeter } from './hello.ts';
import type { LiveSocket } from './live.socket.ts';
import type { AskMe } from './me.client.ts';
import { pushRing, type RingOptions } from './ring.ts';
import { abroad, heardBy, roomIndex } from './rooms.ts';
import { lately, MAX_TOLD } from './told-again.ts';
import { afterEntry, roomsOf, tellsOfUsers } from './viewer.ts';

export type HubOptions = DoorOptions & {
  pingMs?: number;
  /** How long an expired token is tolerated, so that a new one can arrive in another hello. */
  expiryGraceMs?: number;
  /** Screens that must fetch are told at random times within this period, not all at once. */
  jitterMs?: { lost: number; asked: number };
  ring?: RingOptions;
  guests?: GuestLimits;
};

export type Hub = {
  start: (bus: Bus) => Promise<void>;
  attach: (ws: WebSocket) => void;
  /** Pushes to the company's administrators that are connected now. It is not kept for those who reconnect. */
  showSession: (companyId: string, shown: ShownSession) => void;
  /** Throws until a position is known. */
  ready: () => void;
  stats: () => { sockets: number; ringBytes: number; waitingBytes: number };
  close: () => Promise<void>;
};

/** How many repeated bytes cost a socket as much as one frame. */
const TOLD_BYTES = 4 * 1024;
/** How many consecutive ticks may be behind the ring before it is discarded. */
const TICKS_BEHIND = 3;

/** Distributes the pushes of the projection side to the screens that may see them (decisions 16, 33 and 34). */
export const pushHub = ({
  askMe,
  tokens,
  log,
  seen = () => undefined,
  watched = () => undefined,
  options = {},
}: {
  askMe: AskMe;
  tokens: AccessTokens;
  log: Logger;
  /** Called again and again with the users who are there: one of their screens has said so, is open and answers. */
  seen?: (users: Iterable<{ userId: string; companyId: string }>) => void;
  /** Called again and again with the companies that have screens here. */
  watched?: (companyIds: Iterable<string>) => void;
  options?: HubOptions;
}): Hub => {
  const { pingMs = limits.livePingMs, expiryGraceMs = 60_000, jitterMs = { lost: 3_000, asked: 1_000 } } = options;
  const ring = pushRing(options.ring);
  const entryOf = entryMaker();
  const rooms = roomIndex();
  const guests = guestBook(options.guests);
  const sockets = new Set<LiveSocket>();
  const ending = new AbortController();
  let tail: Consumer | undefined;
  let pulse: NodeJS.Timeout | undefined;
  let behind = 0;

  const refetch = (socket: LiveSocket, withinMs: number): void => {
    const tell = () => socket.live && socket.send({ type: 'refetch', position: String(ring.head() ?? 0n) });
    if (withinMs === 0) tell();
    else setTimeout(tell, Math.random() * withinMs).unref();
  };
  const greet = greeter({
    ring,
    rooms,
    askMe,
    tokens,
    guests,
    refetch: (socket) => refetch(socket, jitterMs.lost),
    watched,
    pingMs,
    ending: ending.signal,
    log,
  });

  const deliver = (position: bigint, change: Change, companyId: string): void => {
    const frames = new Map<string, Buffer>();
    const elsewhere = companyId === PLATFORM ? abroad(change) : null;
    for (const [socket, heard] of rooms.hearers(change.before, change.after)) {
      const isOwn = socket.viewer?.companyId === companyId;
      if (!isOwn && !elsewhere) continue;
      const action = actionOf(change, isOwn ? heard : heardBy(socket.rooms, elsewhere!.before, elsewhere!.after));
      if (action === null || !joined(change, action, socket)) continue;
      const frame = frames.get(action) ?? frameOf(position, change, action);
      frames.set(action, frame);
      socket.sendFrame(frame);
    }
  };

  const tellAgain = (socket: LiveSocket, ticketId: string): number => {
    const { viewer } = socket;
    if (!viewer || !socket.live) return 0;
    const told = lately(socket, viewer, ring, ticketId);
    if (told === null) refetch(socket, 0);
    else for (const frame of told.frames) socket.sendFrame(frame);
    return (told?.bytes ?? MAX_TOLD) / TOLD_BYTES;
  };

  /** Updates the rooms for user changes before any frame of the entry is sent. */
  const follow = (entry: Entry): void => {
    for (const socket of rooms.members(`company:${entry.companyId}`)) {
      const told = afterEntry(socket.viewer!, entry);
      if ('end' in told) {
        rooms.leave(socket);
        if ('refused' in told.end) refuse(socket, told.end.refused, 'unauthenticated');
        else {
          socket.sendFrame(frameOf(entry.position, told.end.signedInElsewhere, 'update'));
          socket.close('signedInElsewhere');
        }
        continue;
      }
      socket.viewer = told.viewer;
      if (!told.moved) continue;
      rooms.move(socket, roomsOf(told.viewer));
      refetch(socket, 0);
    }
  };

  /**
   * The lost pushes may have changed who may see what: no socket receives anything by its old rooms, and every screen fetches once after it
   * is in its current rooms.
   */
  const beginAnew = (companyId: string | null): void => {
    greet.ordered(companyId);
    for (const socket of companyId === null ? sockets : rooms.members(`company:${companyId}`)) {
      if (!socket.live || socket.outside) continue;
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

  const beginAfresh = (why: string): void => {
    log.warn(`${why}: every screen starts again`);
    ring.clear();
    closeAll();
  };

  const tick = (position: bigint, now: number): void => {
    const head = ring.head();
    behind = head !== null && position < head ? behind + 1 : 0;
    // A single tick may be a previous projector's last message. Several in a row mean that the database was restored to an older state.
    if (behind >= TICKS_BEHIND) {
      behind = 0;
      beginAfresh('the projection side is behind what it has pushed');
    }
    ring.tick(position, now);
    greet.positioned();
  };

  const handle = (message: PushMessage): void => {
    const now = Date.now();
    if (message.kind === 'tick') {
      tick(BigInt(message.position), now);
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
    // Only the older sockets of a user are told about a new sign-in, and follow() has done that.
    for (const change of changes) if (change.channel !== 'auth') deliver(position, change, companyId!);
  };

  const closeAll = (): void => {
    for (const socket of sockets) socket.close('restart');
  };

  /** Once is enough: from then on the socket itself is the sign. */
  const present = (socket: LiveSocket): void => {
    if (!socket.present && socket.viewer) seen([socket.viewer]);
    socket.present = true;
  };
  const entrance = door({ greet, joined: tellAgain, present, options });

  const beat = (): void => {
    const now = Date.now();
    guests.sweep();
    watched(new Set([...sockets].flatMap(({ viewer }) => viewer?.companyId ?? [])));
    seen([...sockets].flatMap(({ viewer, present, alive }) => (viewer && present && alive ? [viewer] : [])));
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
          // A newer projection side may send something that this code cannot read: no screen may assume that it is up to date.
          log.error('cannot read a push: every screen fetches again');
          handle({ kind: 'refetch', companyId: null, position: String(ring.head() ?? 0n) });
        },
        onHole: () => beginAfresh('pushes may have been missed'),
      });
    },

    attach: (ws) => {
      const socket = entrance.open(ws);
      if (ending.signal.aborted) return socket.close('restart');
      sockets.add(socket);
      socket.onClose(() => {
        sockets.delete(socket);
        rooms.leave(socket);
        socket.live = false;
      });
    },

    showSession: (companyId, shown) => {
      const record = Buffer.from(JSON.stringify(shown));
      const change: Change = { channel: 'whatsappSession', id: shown.id, record, before: [], after: [`admins:${companyId}`] };
      deliver(ring.head() ?? 0n, change, companyId);
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
