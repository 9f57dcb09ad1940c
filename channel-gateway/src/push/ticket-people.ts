import { fields as f, newId, servesTickets, type TicketPerson } from '@prosa/contracts';
import type { Logger } from '@prosa/infra/runtime';
import { z } from 'zod';
import type { Entry } from './entry.ts';
import { viewerOf } from './hub.machine.ts';
import type { LiveSocket } from './live.socket.ts';
import type { AskTicket } from './ticket.client.ts';

/** Notifications between the instances about who has a ticket open. */
export const TICKET_PEOPLE = 'gateway_ticket_people';

/** What a screen shows: a ticket, and whether its user is writing there. */
export type Shown = { ticketId: string; isWriting: boolean };

/** What a screen costs that shows another ticket, in frames: the projection side may have to be asked. */
const COST = 10;
/** So many people of a ticket are told: a notification has at most 8,000 bytes. */
const MOST = 100;

/** What an instance tells the others, each time with a higher `n`: who has a ticket open on its screens. */
const Told = z.object({
  from: f.id,
  n: z.number(),
  companyId: f.id,
  ticketId: f.id,
  people: z.array(z.object({ userId: f.id, writing: z.boolean() })),
  /** Instances that have the ticket on their screens answer. */
  asks: z.boolean(),
});
type Told = z.output<typeof Told>;

/** A ticket that is open on screens of this instance. */
type Opened = Pick<Told, 'companyId' | 'ticketId'> & {
  /** The rooms of those who may see it; null: not known. */
  rooms: readonly string[] | null;
  /** As of which position. */
  asOf: bigint;
  isAsking: boolean;
  screens: Map<LiveSocket, { isWriting: boolean }>;
  /** By instance: its people, and when it told of them. */
  elsewhere: Map<string, Pick<Told, 'n' | 'people'> & { at: number }>;
  /** What the other instances were told last, and what the screens were; '': nothing. */
  told: string;
  shown: string;
};

/**
 * Who has which ticket open and who is writing in it, told to the others who have it open and may see it; of auditors nobody is told. It stands in memory alone: each
 * instance tells the others what its own screens show when that changes and with each ping, and forgets what it did not hear for `silentMs`.
 */
export const ticketPeople = ({
  askTicket,
  tell,
  silentMs,
  ending,
  log,
}: {
  askTicket: AskTicket;
  /** Sends a text to the other instances. */
  tell: (text: string) => void;
  silentMs: number;
  ending: AbortSignal;
  log: Logger;
}) => {
  const instance = newId();
  let count = 0;
  const tickets = new Map<string, Opened>();
  const places = new Map<LiveSocket, Opened>();
  const keyOf = ({ companyId, ticketId }: Pick<Told, 'companyId' | 'ticketId'>): string => `${companyId} ${ticketId}`;
  const ofCompany = (companyId: string | null): Opened[] =>
    [...tickets.values()].filter((ticket) => companyId === null || ticket.companyId === companyId);

  const maySee = ({ rooms }: Opened, socket: LiveSocket): boolean => rooms?.some((room) => socket.rooms.has(room)) ?? false;

  const here = (ticket: Opened): TicketPerson[] =>
    together(
      [...ticket.screens].flatMap(([socket, { isWriting }]) => {
        const viewer = viewerOf(socket.seat);
        return viewer && servesTickets(viewer) && maySee(ticket, socket) ? [{ userId: viewer.userId, writing: isWriting }] : [];
      }),
    ).slice(0, MOST);

  const announce = (ticket: Opened, people: TicketPerson[], asks: boolean): void => {
    const { companyId, ticketId } = ticket;
    count += 1;
    ticket.told = JSON.stringify(people);
    tell(JSON.stringify({ from: instance, n: count, companyId, ticketId, people, asks } satisfies Told));
  };

  const show = (ticket: Opened, fresh?: LiveSocket): void => {
    const people = together([...here(ticket), ...[...ticket.elsewhere.values()].flatMap((one) => one.people)]);
    const shown = JSON.stringify(people);
    const isNews = shown !== ticket.shown;
    ticket.shown = shown;
    for (const socket of ticket.screens.keys())
      if ((isNews || socket === fresh) && maySee(ticket, socket))
        socket.send({ type: 'ticketPeople', ticketId: ticket.ticketId, people });
  };

  /** Tells what has changed. Nobody hears of a ticket while it is not known who may. */
  const changed = (ticket: Opened, fresh?: LiveSocket): void => {
    if (ticket.rooms === null) return;
    const people = here(ticket);
    if (JSON.stringify(people) !== ticket.told) announce(ticket, people, ticket.told === '');
    show(ticket, fresh);
  };

  const leave = (socket: LiveSocket): void => {
    const ticket = places.get(socket);
    if (!ticket) return;
    places.delete(socket);
    ticket.screens.delete(socket);
    if (ticket.screens.size === 0) {
      tickets.delete(keyOf(ticket));
      if (ticket.told !== '') announce(ticket, [], false);
    } else changed(ticket);
  };

  /** Asks who may see a ticket, for one of its screens after the other until one of them may. */
  const ask = async (ticket: Opened): Promise<void> => {
    if (ticket.isAsking) return;
    ticket.isAsking = true;
    try {
      while (ticket.rooms === null && ticket.screens.size > 0 && !ending.aborted) {
        const [socket] = ticket.screens.keys();
        const answer = await askTicket(socket!.token, ticket.ticketId, ending);
        if (answer === null) leave(socket!);
        else if (answer.position >= ticket.asOf) [ticket.rooms, ticket.asOf, ticket.shown] = [answer.rooms, answer.position, ''];
        else break;
      }
    } catch (err) {
      if (!ending.aborted) log.debug({ err }, 'who may see a ticket is not known yet'); // the next ping asks again
    } finally {
      ticket.isAsking = false;
    }
    changed(ticket);
  };

  const doubt = (ticket: Opened, position: bigint): void => {
    [ticket.rooms, ticket.asOf] = [null, position];
    void ask(ticket);
  };

  return {
    leave,

    /** A screen shows a ticket, or none; returns what that has cost, in frames. */
    shows: (socket: LiveSocket, shown: Shown | null): number => {
      const viewer = viewerOf(socket.seat);
      const before = places.get(socket);
      if (before && before.ticketId !== shown?.ticketId) leave(socket);
      if (!shown || !viewer) return 0;
      const own = { companyId: viewer.companyId, ticketId: shown.ticketId };
      const ticket: Opened = tickets.get(keyOf(own)) ?? {
        ...own,
        rooms: null,
        asOf: 0n,
        isAsking: false,
        screens: new Map(),
        elsewhere: new Map(),
        told: '',
        shown: '',
      };
      const isNew = !ticket.screens.has(socket);
      tickets.set(keyOf(ticket), ticket);
      places.set(socket, ticket);
      ticket.screens.set(socket, { isWriting: shown.isWriting });
      if (ticket.rooms === null) void ask(ticket);
      else changed(ticket, isNew ? socket : undefined);
      return isNew ? COST : 0;
    },

    /** The rooms of a socket have changed. */
    moved: (socket: LiveSocket): void => {
      const ticket = places.get(socket);
      if (ticket) changed(ticket, socket);
    },

    /** Who may see a ticket follows its pushes. */
    pushed: ({ companyId, changes, position }: Entry): void => {
      if (changes === 'refetch') {
        for (const ticket of ofCompany(companyId)) doubt(ticket, position);
        return;
      }
      for (const { channel, id, action, after } of changes) {
        if (channel !== 'ticket') continue;
        if (action === 'reload') for (const ticket of ofCompany(companyId)) doubt(ticket, position);
        const ticket = companyId === null ? undefined : tickets.get(keyOf({ companyId, ticketId: id }));
        if (!ticket || position < ticket.asOf) continue;
        [ticket.rooms, ticket.asOf] = [after, position];
        changed(ticket);
      }
    },

    /** Another instance has told something; null: it may have been lost. */
    heard: (text: string | null): void => {
      if (text === null) {
        for (const ticket of tickets.values()) if (ticket.rooms !== null) announce(ticket, here(ticket), true);
        return;
      }
      const told = readTold(text);
      const ticket = told && told.from !== instance ? tickets.get(keyOf(told)) : undefined;
      if (!told || !ticket) return;
      const { from, n, people, asks } = told;
      if (n > (ticket.elsewhere.get(from)?.n ?? 0)) ticket.elsewhere.set(from, { n, people, at: Date.now() });
      if (asks && ticket.rooms !== null) announce(ticket, here(ticket), false);
      show(ticket);
    },

    /** The time of a ping. */
    beat: (): void => {
      for (const ticket of tickets.values()) {
        for (const [from, { at }] of ticket.elsewhere) if (at < Date.now() - silentMs) ticket.elsewhere.delete(from);
        if (ticket.rooms === null) void ask(ticket);
        else announce(ticket, here(ticket), false);
        show(ticket);
      }
    },
  };
};

/** Each person once, in one order, who writes on one of their screens as writing. */
const together = (all: readonly TicketPerson[]): TicketPerson[] => {
  const people = new Map<string, TicketPerson>();
  for (const one of all) people.set(one.userId, { ...one, writing: one.writing || (people.get(one.userId)?.writing ?? false) });
  return [...people.values()].sort((a, b) => (a.userId < b.userId ? -1 : 1));
};

/** Null: a newer version has sent it. */
const readTold = (text: string): Told | null => {
  try {
    return Told.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};
