import { type ClientFrame, type LiveMe, Refused } from '@prosa/contracts';
import { type AccessClaims, type AccessTokens, type Logger, pause } from '@prosa/infra/runtime';
import type { GuestBook } from './guests.ts';
import { type SeatEvent, viewerOf } from './hub.machine.ts';
import type { Closing, LiveSocket } from './live.socket.ts';
import type { AskMe } from './me.client.ts';
import { missedBy } from './repeated-frames.ts';
import type { Ring } from './ring.ts';
import { afterEntry, type LiveViewer, tellsOfUsers } from './viewer.ts';

type Hello = Extract<ClientFrame, { type: 'hello' }>;

/** How long a hello may wait for the hub's first position. */
const POSITION_MS = 15_000;
/** How often the projection side is asked again if its answer is older than what the hub holds. */
const BEHIND_TRIES = 20;

/** Welcomes sockets: determines their user and the user's current rooms, and sends what was missed since `after` (decision 34). */
export const greeter = (context: {
  ring: Ring;
  /** Called with what becomes of a socket. */
  happened: (socket: LiveSocket, event: Extract<SeatEvent, { is: 'seated' | 'renewed' }>) => void;
  askMe: AskMe;
  tokens: AccessTokens;
  guests: GuestBook;
  refetch: (socket: LiveSocket) => void;
  /** Called with companies that have screens. */
  watched: (companyIds: Iterable<string>) => void;
  /** Interval of the pings in milliseconds; each must be answered before the next one. */
  pingMs: number;
  ending: AbortSignal;
  log: Logger;
}) => {
  const { ring, happened, askMe, tokens, guests, refetch, watched, pingMs, ending, log } = context;
  let waiting: (() => void)[] = [];
  /**
   * Number of refetch orders received, for each company and for all (null): pushes were lost before each, so an answer requested earlier
   * may lack what they contained.
   */
  const orders = new Map<string | null, number>();
  const ordersFor = (companyId: string): number => (orders.get(null) ?? 0) + (orders.get(companyId) ?? 0);

  const welcome = (socket: LiveSocket, head: bigint): void =>
    socket.send({ type: 'welcome', position: String(head), pingInterval: pingMs, pingTimeout: pingMs });

  const positioned = (): void => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };

  const position = async (): Promise<bigint> => {
    const end = Date.now() + POSITION_MS;
    for (;;) {
      const head = ring.head();
      if (head !== null) return head;
      if (ending.aborted || Date.now() > end) throw new Refused('ERR_BUSY');
      const tick = new AbortController();
      waiting.push(() => tick.abort());
      await pause(1_000, AbortSignal.any([tick.signal, ending]));
    }
  };

  /** Returns an answer that is no older than the ring's beginning, so that no change of the user is missing between the two. */
  const ask = async (socket: LiveSocket, companyId: string): Promise<LiveMe> => {
    for (let tries = 0; tries < BEHIND_TRIES && socket.isOpen(); tries += 1) {
      await position();
      const ordered = ordersFor(companyId);
      const me = await askMe(socket.token, ending);
      const floor = ring.floor();
      if (floor !== null && BigInt(me.position) >= floor && ordersFor(companyId) === ordered) return me;
      await pause(100, ending);
    }
    throw new Refused('ERR_BUSY');
  };

  /**
   * Another hello on a socket: the same user with a new token, or with an answer from before the welcome, whose later pushes it has not got.
   */
  const renew = (socket: LiveSocket, viewer: LiveViewer, claims: AccessClaims, { token, after }: Hello): void => {
    const isSame = claims.userId === viewer.userId && claims.companyId === viewer.companyId && claims.version >= viewer.version;
    if (!isSame) throw new Refused('ERR_UNAUTHENTICATED');
    socket.token = token;
    happened(socket, { is: 'renewed', version: claims.version, expiresAt: expiryOf(token) });
    welcome(socket, ring.head() ?? 0n);
    if (after !== undefined) repeat(socket, viewer, BigInt(after));
  };

  /** Sends what was pushed after a position, or tells the screen to fetch. */
  const repeat = (socket: LiveSocket, viewer: LiveViewer, after: bigint): void => {
    const missed = missedBy(socket, viewer, ring, after);
    if (missed === null) refetch(socket);
    else for (const frame of missed.frames) socket.sendFrame(frame);
  };

  /**
   * Puts the socket into the rooms of the answer and of what was pushed since. There is no await here or in the callers after the answer,
   * so no push can come in between.
   */
  const seat = (socket: LiveSocket, me: LiveMe, claims: AccessClaims): LiveViewer => {
    const { userId, companyId, profile, queueIds, seesGrey, version, super: isSuper } = me;
    if (userId !== claims.userId || companyId !== claims.companyId || version > claims.version)
      throw new Refused('ERR_UNAUTHENTICATED');
    let viewer: LiveViewer = { userId, companyId, profile, queueIds, seesGrey, version: claims.version, super: isSuper };
    for (const entry of ring.after(BigInt(me.position))) {
      const told = tellsOfUsers(entry) ? afterEntry(viewer, entry) : null;
      if (told && 'end' in told) throw new Refused('refused' in told.end ? told.end.refused : 'ERR_UNAUTHENTICATED');
      if (told) viewer = told.viewer;
    }
    happened(socket, { is: 'seated', viewer, expiresAt: expiryOf(socket.token) });
    return viewer;
  };

  const enter = (socket: LiveSocket, me: LiveMe, claims: AccessClaims, after: bigint | null): void => {
    const viewer = seat(socket, me, claims);
    welcome(socket, ring.head() ?? 0n);
    if (after === null) return;
    // An answer requested after the hello is at least as new as anything that the projection side answered or pushed before. A
    // later `after` therefore means that the database was restored to an older state.
    if (after > BigInt(me.position)) {
      socket.send({ type: 'refetch', restored: true });
      return;
    }
    repeat(socket, viewer, after);
  };

  return {
    positioned,

    /** Throws Refused if the socket cannot be welcomed. */
    hello: async (socket: LiveSocket, hello: Hello): Promise<void> => {
      const { token, after } = hello;
      const claims = await tokens.verifyAccess(token);
      watched([claims.companyId]);
      const viewer = viewerOf(socket.seat);
      if (viewer) return renew(socket, viewer, claims, hello);
      if (!socket.isOpen()) return;
      const said = guests.enter(claims.userId);
      if (!said) throw new Refused('ERR_TOO_MANY_REQUESTS');
      socket.said = said;
      socket.onClose(() => guests.leave(claims.userId));
      socket.token = token;
      const me = await ask(socket, claims.companyId);
      if (!socket.isOpen()) return;
      enter(socket, me, claims, after === undefined ? null : BigInt(after));
    },

    /** Pushes to a company, or to all, were lost: from now on only newer answers count. */
    ordered: (companyId: string | null): void => {
      orders.set(companyId, (orders.get(companyId) ?? 0) + 1);
    },

    /** Puts the socket into its current rooms. Throws Refused if the socket may not stay. */
    again: async (socket: LiveSocket): Promise<void> => {
      const viewer = viewerOf(socket.seat);
      if (!viewer) return;
      const me = await ask(socket, viewer.companyId);
      if (socket.isOpen()) seat(socket, me, viewerOf(socket.seat) ?? viewer);
    },

    failed: (socket: LiveSocket, error: unknown): void => {
      const refused = error instanceof Refused ? error : new Refused('ERR_INTERNAL');
      if (!(error instanceof Refused)) log.error({ err: error }, 'a socket could not be welcomed');
      socket.send({ type: 'error', error: refused.code, message: refused.message });
      socket.close(closings[refused.status] ?? 'restart');
    },
  };
};

export type Greeter = ReturnType<typeof greeter>;

/** The close reason for each refusal status. */
const closings: Record<number, Closing> = { 401: 'unauthenticated', 403: 'unauthenticated', 429: 'tooMany' };

/** When a verified token expires, in milliseconds since 1970. */
const expiryOf = (token: string): number => {
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { exp: number };
  return exp * 1000;
};
