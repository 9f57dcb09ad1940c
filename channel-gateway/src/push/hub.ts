import type { WebSocket } from '@fastify/websocket';
import { type ClientFrame, limits, PushMessage, Refused, type ShownSession, topics } from '@prosa/contracts';
import type { AccessTokens, Bus, Consumer, Logger } from '@prosa/infra/runtime';
import { type AcceptOptions, door, refuse } from './accept-sockets.ts';
import { deliver } from './deliver.ts';
import { type Change, entryMaker } from './entry.ts';
import { frameOf } from './frames.ts';
import { type GuestLimits, guestBook } from './guests.ts';
import { greeter } from './hello.ts';
import {
  type HubEffect,
  type HubEvent,
  reduceHub,
  type SeatEffect,
  type SeatEvent,
  seatMachine,
  viewerOf,
} from './hub.machine.ts';
import type { LiveSocket } from './live.socket.ts';
import type { AskMe } from './me.client.ts';
import type { Seen } from './presence.ts';
import { lately, MAX_REPEATED } from './repeated-frames.ts';
import { pushRing, type RingOptions } from './ring.ts';
import { roomIndex } from './rooms.ts';
import type { AskTicket } from './ticket.client.ts';
import { ticketPeople } from './ticket-people.ts';
import type { LiveViewer } from './viewer.ts';

export type HubOptions = AcceptOptions & {
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
  /** Another instance has told who has a ticket open; null: it may have been lost. */
  heardOfPeople: (text: string | null) => void;
  /** Throws until a position is known. */
  ready: () => void;
  stats: () => { sockets: number; ringBytes: number; waitingBytes: number };
  close: () => Promise<void>;
};

/** How many repeated bytes cost a socket as much as one frame. */
const REPEATED_BYTES = 4 * 1024;

/** Distributes the pushes of the projection side to the screens that may see them (decisions 16, 33 and 34). */
export const pushHub = ({
  askMe,
  askTicket,
  tokens,
  log,
  seen = () => undefined,
  watched = () => undefined,
  tellOfPeople = () => undefined,
  options = {},
}: {
  askMe: AskMe;
  askTicket: AskTicket;
  tokens: AccessTokens;
  log: Logger;
  /** Called again and again with the users who are there: one of their screens has said so, is open and answers. */
  seen?: (users: Iterable<Seen>) => void;
  /** Called again and again with the companies that have screens here. */
  watched?: (companyIds: Iterable<string>) => void;
  /** Called with what the other instances are to hear about who has a ticket open. */
  tellOfPeople?: (text: string) => void;
  options?: HubOptions;
}): Hub => {
  const { pingMs = limits.livePingMs, expiryGraceMs = 60_000, jitterMs = { lost: 3_000, asked: 1_000 } } = options;
  const ring = pushRing(options.ring);
  const entryOf = entryMaker();
  const rooms = roomIndex();
  const guests = guestBook(options.guests);
  const sockets = new Set<LiveSocket>();
  const ending = new AbortController();
  const reduceSeat = seatMachine({ expiryGraceMs });
  const people = ticketPeople({ askTicket, tell: tellOfPeople, silentMs: 2.5 * pingMs, ending: ending.signal, log });
  let state = { behind: 0 };
  let tail: Consumer | undefined;
  let pulse: NodeJS.Timeout | undefined;

  const happened = (event: HubEvent): void => {
    const [next, effects] = reduceHub(state, event);
    state = next;
    for (const effect of effects) carryOut(effect);
  };
  const carryOut = (effect: HubEffect): void => {
    switch (effect.do) {
      case 'begin afresh':
        log.warn(`${effect.why}: every screen starts again`);
        ring.clear();
        return void closeAll();
      case 'reach':
        ring.tick(effect.position, Date.now());
        return void greet.positioned();
      case 'distrust answers':
        return void greet.ordered(effect.companyId);
      case 'pass on':
        for (const socket of effect.companyId === null ? sockets : rooms.members(`company:${effect.companyId}`))
          happenedTo(socket, effect.event);
        return;
      case 'deliver':
        return void deliver(rooms, effect.position, effect.change, effect.companyId);
    }
  };

  /** A closing socket ends by itself. */
  const happenedTo = (socket: LiveSocket, event: SeatEvent): void => {
    if (!socket.isOpen()) return;
    const [next, effects] = reduceSeat(socket.seat, event);
    socket.seat = next;
    for (const effect of effects) carryOutFor(socket, effect);
  };
  const carryOutFor = (socket: LiveSocket, effect: SeatEffect): void => {
    switch (effect.do) {
      case 'move':
        rooms.move(socket, effect.rooms);
        return void people.moved(socket);
      case 'look up':
        return void within(jitterMs.asked, () => greet.again(socket).catch((error: unknown) => greet.failed(socket, error)));
      case 'refetch':
        return void refetch(socket, 0);
      case 'refuse':
        return void refuse(socket, effect.code, 'unauthenticated');
      case 'sign out':
        socket.sendFrame(frameOf(effect.position, effect.change, 'update'));
        return void socket.close('signedInElsewhere');
      case 'see':
        return void seen([seenAs(effect.viewer, effect.isIdle)]);
      case 'ping':
        return void socket.ping();
      case 'send alive':
        return void socket.send({ type: 'alive' });
      case 'cut':
        return void socket.cut();
    }
  };

  const refetch = (socket: LiveSocket, withinMs: number): void =>
    within(withinMs, () => socket.send({ type: 'refetch', position: String(ring.head() ?? 0n) }));
  const greet = greeter({
    ring,
    happened: happenedTo,
    askMe,
    tokens,
    guests,
    refetch: (socket) => refetch(socket, jitterMs.lost),
    watched,
    pingMs,
    ending: ending.signal,
    log,
  });

  const tellAgain = (socket: LiveSocket, ticketId: string): number => {
    const viewer = viewerOf(socket.seat);
    if (!viewer) return 0;
    const told = lately(socket, viewer, ring, ticketId);
    if (told === null) refetch(socket, 0);
    else for (const frame of told.frames) socket.sendFrame(frame);
    return (told?.bytes ?? MAX_REPEATED) / REPEATED_BYTES;
  };

  const handle = (message: PushMessage): void => {
    if (message.kind === 'tick') return void happened({ is: 'ticked', position: BigInt(message.position), head: ring.head() });
    const entry = entryOf(message)!;
    if (!ring.add(entry, Date.now())) return;
    happened({ is: 'pushed', entry });
    people.pushed(entry);
  };

  const closeAll = (): void => {
    for (const socket of sockets) socket.close('restart');
  };

  const present = (socket: LiveSocket, { ticket, idle = false }: Extract<ClientFrame, { type: 'userStatus' }>): number => {
    if (ticket === undefined) {
      happenedTo(socket, { is: 'present', isIdle: idle });
      return 0;
    }
    return people.shows(socket, ticket && { ticketId: ticket.id.toLowerCase(), isWriting: ticket.writing });
  };
  const entrance = door({ greet, joined: tellAgain, present, options });

  const beat = (): void => {
    guests.sweep();
    const all = [...sockets];
    watched(new Set(all.flatMap(({ seat }) => viewerOf(seat)?.companyId ?? [])));
    const there = all.filter(({ seat }) => seat.isPresent && seat.isAlive);
    seen(
      there.flatMap(({ seat }) => {
        const viewer = viewerOf(seat);
        return viewer ? [seenAs(viewer, seat.isIdle)] : [];
      }),
    );
    for (const socket of all) happenedTo(socket, { is: 'beat', at: Date.now() });
    people.beat();
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
        onHole: () => happened({ is: 'interrupted' }),
      });
    },

    attach: (ws) => {
      const socket = entrance.open(ws);
      if (ending.signal.aborted) return socket.close('restart');
      sockets.add(socket);
      socket.onClose(() => {
        sockets.delete(socket);
        rooms.leave(socket);
        people.leave(socket);
      });
      socket.onPong(() => happenedTo(socket, { is: 'pong' }));
    },

    showSession: (companyId, shown) => {
      const record = Buffer.from(JSON.stringify(shown));
      const change: Change = { channel: 'whatsappSession', id: shown.id, record, before: [], after: [`admins:${companyId}`] };
      deliver(rooms, ring.head() ?? 0n, change, companyId);
    },

    heardOfPeople: people.heard,
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

const seenAs = ({ userId, companyId }: LiveViewer, idle: boolean): Seen => ({ userId, companyId, idle });

/** At a random time within a period, in milliseconds. */
const within = (ms: number, work: () => void): void => {
  if (ms === 0) work();
  else setTimeout(work, Math.random() * ms).unref();
};
