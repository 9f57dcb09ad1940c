import type { MessageView, ServerFrame, TicketView } from '@prosa/contracts';
import WebSocket from 'ws';
import type { Session } from './client.ts';

/** An attendant's screen, as received over /live: tickets by the customer's number, and when each message arrived. */
export type Screen = {
  /** Resolves with the ticket of a customer when a frame shows one for which `fits` is true. */
  ticket: (key: string, fits: (ticket: TicketView) => boolean, timeoutMs: number) => Promise<TicketView>;
  /** Resolves with the time (performance.now()) at which the frame of a message arrived. */
  message: (id: string, timeoutMs: number) => Promise<number>;
  /** Adds a ticket that was found by GET, as after a `refetch`. */
  saw: (ticket: TicketView) => void;
  close: () => void;
};

/** Frames may have been missed: callers that wait for one use GET now. */
export class Missed extends Error {}

type Waiting = { check: () => boolean; fail: (error: Error) => void };

/** Opens `/live` for a session and keeps it open: after a break it continues from the last position. */
export const openScreen = (url: string, session: Session, onRefetch: (screen: Screen) => void): Promise<Screen> => {
  const tickets = new Map<string, TicketView>();
  const messages = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let position: string | undefined;
  let socket: WebSocket;
  let closed = false;
  let pause = 50;

  const settle = () => {
    for (const one of waiting) if (one.check()) waiting.delete(one);
  };
  const until = <T>(find: () => T | undefined, timeoutMs: number, what: string): Promise<T> =>
    new Promise((resolve, reject) => {
      const found = find();
      if (found !== undefined) return resolve(found);
      const timer = setTimeout(() => {
        waiting.delete(one);
        reject(new Error(`${what} did not come within ${timeoutMs} ms`));
      }, timeoutMs);
      const one: Waiting = {
        check: () => {
          const now = find();
          if (now === undefined) return false;
          clearTimeout(timer);
          resolve(now);
          return true;
        },
        fail: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      waiting.add(one);
    });

  const screen: Screen = {
    ticket: (key, fits, timeoutMs) =>
      until(
        () => {
          const ticket = tickets.get(key);
          return ticket && fits(ticket) ? ticket : undefined;
        },
        timeoutMs,
        'The ticket',
      ),
    message: (id, timeoutMs) => until(() => messages.get(id), timeoutMs, 'The message'),
    saw: (ticket) => {
      if (ticket.contact.number) tickets.set(ticket.contact.number, ticket);
      settle();
    },
    close: () => {
      closed = true;
      socket.close();
      for (const one of waiting) one.fail(new Error('The screen was closed'));
      waiting.clear();
    },
  };

  const hear = (frame: ServerFrame) => {
    if (frame.type === 'reload') position = frame.position;
    if (frame.type === 'refetch' || frame.type === 'reload') {
      onRefetch(screen);
      for (const one of waiting) one.fail(new Missed('The screen was told to fetch'));
      waiting.clear();
      return;
    }
    if (frame.type !== 'push') return;
    position = frame.position;
    if (frame.channel === 'ticket' && frame.action !== 'delete') screen.saw(frame.record as TicketView);
    if (frame.channel === 'appMessage' && frame.action !== 'delete') {
      const { id } = frame.record as MessageView;
      if (!messages.has(id)) messages.set(id, performance.now());
      settle();
    }
  };

  return new Promise((resolve) => {
    const open = () => {
      socket = new WebSocket(`${url.replace(/^http/, 'ws')}/live`);
      socket.on('open', () =>
        socket.send(JSON.stringify({ type: 'hello', token: session.token(), ...(position ? { after: position } : {}) })),
      );
      socket.on('message', (data) => {
        const frame = JSON.parse(String(data)) as ServerFrame;
        if (frame.type === 'welcome') {
          pause = 50;
          position ??= frame.position;
          socket.send(JSON.stringify({ type: 'userStatus' }));
          resolve(screen);
        }
        hear(frame);
      });
      socket.on('error', () => undefined);
      socket.on('close', () => {
        if (closed) return;
        pause = Math.min(2_000, pause * 2);
        // The token may have expired while the socket was open: any call refreshes it before the next hello.
        setTimeout(
          () =>
            void session
              .get('/live/me')
              .catch(() => undefined)
              .then(open),
          pause * (0.5 + Math.random()),
        );
      });
    };
    open();
  });
};
