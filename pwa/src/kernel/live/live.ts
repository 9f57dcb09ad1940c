import {
  type ClientFrame,
  liveCloseCodes,
  type PushFrame,
  type ReloadFrame,
  type ServerFrame,
  type TicketPerson,
} from '@prosa/contracts';

/** The events of a connection to `/live`. */
export type LiveEvent =
  /** `connected`: welcomed. `lost`: it reconnects by itself. */
  | { kind: 'state'; state: 'connecting' | 'connected' | 'lost' }
  | { kind: 'welcome'; position: string }
  | { kind: 'frame'; frame: PushFrame }
  | { kind: 'reload'; frame: ReloadFrame }
  /** Who has a ticket open changed. */
  | { kind: 'people'; ticketId: string; people: TicketPerson[] }
  /** Pushes were missed, those up to `position` at least. */
  | { kind: 'refetch'; position: string | null }
  /** The server was restored to an earlier state: the positions that this page knows no longer exist. */
  | { kind: 'restored' }
  /** The user signed in elsewhere: this socket belonged to the older session. It does not reconnect. */
  | { kind: 'elsewhere' };

type Options = {
  url: string;
  /** Returns the current session's token; null if there is none. */
  token: () => string | null;
  /** Returns the last known position: that of a received push, otherwise that of the oldest answer shown. */
  after: () => string | null;
  /** Called when the server no longer accepts the token: gets a new one, or ends the session and throws. */
  renew: (usedToken: string) => Promise<void>;
  tell: (event: LiveEvent) => void;
  Socket?: typeof WebSocket;
  /** Milliseconds before the n-th reconnect attempt (from 0). */
  backOff?: (tries: number) => number;
  watch?: typeof watching;
};

/** After `tooMany` the connection counts as having failed this often: it reconnects after 7.5 s at the earliest. */
const TRIES_AFTER_TOO_MUCH = 5;

/** Exponential back-off from 0.5 s to 15 s; half of it is random, so that many clients do not reconnect at once. */
const doubling = (tries: number): number => {
  const longest = Math.min(15_000, 500 * 2 ** tries);
  return longest / 2 + Math.random() * (longest / 2);
};

/**
 * A dead connection may look open for many minutes. The hub sends `alive` every 18 s: a connection silent for `silentMs` counts as dead;
 * after the device slept, detected by a timer that is `sleptMs` late, a shorter silence is enough. A background tab has late timers too,
 * but still receives the hub's frames.
 */
const watching = { everyMs: 5_000, silentMs: 45_000, sleptMs: 25_000 };

const hello = (token: string, after: string | null): string =>
  JSON.stringify({ type: 'hello', token, ...(after === null ? {} : { after }) } satisfies ClientFrame);

/**
 * Keeps one socket to `/live` until it is closed: sends the token in the first frame, sends joins again after each reconnect, reconnects
 * with back-off and jitter, and at once when the network or the screen comes back. `join` counts equal frames, so that two screens may join
 * the same; `leave` removes one.
 */
export const connectLive = ({
  url,
  token,
  after,
  renew,
  tell,
  Socket = WebSocket,
  backOff = doubling,
  watch = watching,
}: Options) => {
  const joins = new Map<string, number>();
  let socket: WebSocket | null = null;
  let welcomed = false;
  let heardAt = 0;
  /** Whether this hub sends `alive` frames: older versions do not. */
  let hasPulse = false;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  const transmit = (frame: ClientFrame) => {
    if (welcomed && socket?.readyState === Socket.OPEN) socket.send(JSON.stringify(frame));
  };

  const open = () => {
    clearTimeout(timer);
    const using = token();
    if (closed || using === null) return;
    tell({ kind: 'state', state: 'connecting' });
    const mine = new Socket(url);
    socket = mine;
    welcomed = false;
    heardAt = Date.now();
    hasPulse = false;
    mine.addEventListener('open', () => mine.send(hello(using, after())));
    mine.addEventListener('message', ({ data }) => {
      if (socket === mine) receive(JSON.parse(String(data)) as ServerFrame, mine);
    });
    mine.addEventListener('close', ({ code }) => {
      if (socket === mine) lose(code, using);
    });
  };

  const receive = (frame: ServerFrame, mine: WebSocket) => {
    heardAt = Date.now();
    if (frame.type === 'alive') hasPulse = true;
    if (frame.type === 'welcome') {
      if (welcomed) return; // the answer to `ask`
      welcomed = true;
      tries = 0;
      tell({ kind: 'welcome', position: frame.position });
      tell({ kind: 'state', state: 'connected' });
      for (const join of joins.keys()) mine.send(join);
    } else if (frame.type === 'push') tell({ kind: 'frame', frame });
    else if (frame.type === 'reload') tell({ kind: 'reload', frame });
    else if (frame.type === 'ticketPeople') tell({ kind: 'people', ticketId: frame.ticketId, people: frame.people });
    else if (frame.type === 'refetch')
      tell(frame.restored ? { kind: 'restored' } : { kind: 'refetch', position: frame.position ?? null });
  };

  const lose = (code: number, used: string) => {
    socket = null;
    welcomed = false;
    if (closed) return;
    tell({ kind: 'state', state: 'lost' });
    if (code === liveCloseCodes.tooMany) tries = Math.max(tries, TRIES_AFTER_TOO_MUCH);
    // Another tab of this browser may have signed in or refreshed meanwhile: if so, continue with its token.
    const isSame = token() === used;
    if (code === liveCloseCodes.signedInElsewhere && isSame) {
      closed = true;
      tell({ kind: 'elsewhere' });
    } else if (code === liveCloseCodes.unauthenticated && isSame) renew(used).then(later, later);
    else later();
  };

  const later = () => {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(open, backOff(tries));
    tries += 1;
  };

  const drop = () => {
    const old = socket;
    socket = null;
    welcomed = false;
    old?.close();
  };

  const wake = () => {
    if (closed || socket !== null || globalThis.document?.visibilityState === 'hidden') return;
    tries = 0;
    open();
  };
  const handleOffline = () => {
    if (socket === null) return;
    drop();
    tell({ kind: 'state', state: 'lost' });
    later();
  };

  let looked = Date.now();
  const heartbeat = setInterval(() => {
    const now = Date.now();
    const slept = now - looked > watch.sleptMs;
    looked = now;
    const silence = now - heardAt;
    const isDead = (slept && silence > watch.sleptMs) || ((hasPulse || !welcomed) && silence > watch.silentMs);
    if (!isDead || socket === null) return;
    drop();
    tell({ kind: 'state', state: 'lost' });
    wake();
    if (socket === null) later();
  }, watch.everyMs);

  const target: EventTarget = globalThis.window ?? new EventTarget();
  target.addEventListener('online', wake);
  target.addEventListener('offline', handleOffline);
  globalThis.document?.addEventListener('visibilitychange', wake);
  open();

  return {
    send: transmit,
    /** Asks a connection that was welcomed for the pushes after a position from before it. */
    ask: (position: string) => {
      const using = token();
      if (using !== null && welcomed) socket?.send(hello(using, position));
    },
    join: (frame: ClientFrame) => {
      const join = JSON.stringify(frame);
      const count = joins.get(join) ?? 0;
      joins.set(join, count + 1);
      if (count === 0) transmit(frame);
    },
    /** Takes a join back. On the server only conversations can be left; other joins end with the next connect. */
    leave: (frame: ClientFrame) => {
      const join = JSON.stringify(frame);
      const count = joins.get(join) ?? 0;
      if (count > 1) return void joins.set(join, count - 1);
      joins.delete(join);
      if (count === 1 && frame.type === 'joinChatBox') transmit({ type: 'leaveChatBox', ticketId: frame.ticketId });
    },
    /** Closes the connection permanently. */
    close: () => {
      closed = true;
      clearTimeout(timer);
      clearInterval(heartbeat);
      target.removeEventListener('online', wake);
      target.removeEventListener('offline', handleOffline);
      globalThis.document?.removeEventListener('visibilitychange', wake);
      drop();
    },
  };
};
export type Live = ReturnType<typeof connectLive>;
