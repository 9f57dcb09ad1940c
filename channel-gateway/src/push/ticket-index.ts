import type { Change, Entry } from './entry.ts';
import { type Fifo, fifo } from './fifo.ts';

type Known = {
  companyId: string | null;
  /** Who hears of the ticket as of the newest entry that names it. */
  rooms: readonly string[];
  position: bigint;
  /** Numbers of the entries that name it. */
  entries: Fifo<number>;
};

/** Who heard of the tickets of a reload, any of which may have moved by it. */
type Flood = { rooms: ReadonlySet<string>; position: bigint };

/** What a ticket and each entry of it hold here. */
const OF_TICKET = 500;
const OF_ENTRY = 10;

/** The ticket that a change is about, its own or its messages'. */
const ticketOf = ({ channel, id, narrow, action }: Change): string | undefined => {
  if (action === 'reload') return undefined;
  return channel === 'ticket' ? id : channel === 'appMessage' ? narrow?.ticketId : undefined;
};

/** The reload of a channel that an entry has, if any. */
export const reloadIn = ({ changes }: Entry, channel: Change['channel']): Change | undefined =>
  changes === 'refetch' ? undefined : changes.find((change) => change.action === 'reload' && change.channel === channel);

const ticketsOf = ({ changes }: Entry): Set<string> => {
  const ids = new Set<string>();
  if (changes !== 'refetch') for (const change of changes) ids.add(ticketOf(change) ?? '');
  ids.delete('');
  return ids;
};

/** Which entries of the ring are about which ticket, so that who joins one costs as much as was said in it, not as all others said. */
export const ticketIndex = () => {
  const tickets = new Map<string, Known>();
  /** By company, all floods that are held as one. */
  const floods = new Map<string, Flood>();
  let held = 0;

  const drop = (id: string, { entries }: Known): void => {
    held -= entries.end() - entries.begin();
    tickets.delete(id);
  };

  /** Whether a ticket may have moved since it was named last. */
  const isAdrift = ({ companyId, rooms, position }: Known): boolean => {
    const flood = floods.get(companyId ?? '');
    return flood !== undefined && flood.position > position && rooms.some((room) => flood.rooms.has(room));
  };

  return {
    add: (number: number, entry: Entry): void => {
      const { companyId, changes, position } = entry;
      const reload = reloadIn(entry, 'ticket');
      if (reload) {
        const rooms = new Set([...(floods.get(companyId ?? '')?.rooms ?? []), ...reload.before, ...reload.after]);
        floods.set(companyId ?? '', { rooms, position });
      }
      if (changes === 'refetch') {
        // What was lost may have told of a transfer: who may hear of a ticket is not known until it is named again.
        for (const [id, known] of tickets) if (companyId === null || known.companyId === companyId) drop(id, known);
        return;
      }
      for (const id of ticketsOf(entry)) {
        const known = tickets.get(id) ?? { companyId, rooms: [], position, entries: fifo<number>() };
        tickets.set(id, known);
        known.entries.push(number);
        held += 1;
      }
      for (const change of changes) {
        const known = tickets.get(ticketOf(change) ?? '');
        // A message's own rooms are its ticket's, but one that was deleted is nowhere.
        if (!known || position < known.position || (change.channel === 'appMessage' && change.record === null)) continue;
        [known.rooms, known.position] = [change.after, position];
      }
    },
    /** The entry of this number, the oldest of all, is forgotten. */
    forget: (number: number, entry: Entry): void => {
      if (floods.get(entry.companyId ?? '')?.position === entry.position) floods.delete(entry.companyId ?? '');
      for (const id of ticketsOf(entry)) {
        const known = tickets.get(id);
        const first = known?.entries.first();
        if (!known || first === undefined || first > number) continue;
        known.entries.drop();
        held -= 1;
        if (known.entries.first() === undefined) tickets.delete(id);
      }
    },
    /** Numbers of the entries that name a ticket, those of its own company alone. */
    of: (id: string, companyId: string): Fifo<number> | null => {
      const known = tickets.get(id);
      return known?.companyId === companyId ? known.entries : null;
    },
    /** Where a change's ticket is heard of now, else where it says; null where that ticket may have moved unnamed. */
    roomsNow: (change: Change): readonly string[] | null => {
      const known = tickets.get(ticketOf(change) ?? '');
      if (!known) return change.after;
      return isAdrift(known) ? null : known.rooms;
    },
    bytes: () => tickets.size * OF_TICKET + held * OF_ENTRY,
  };
};
