import type { Change, Entry } from './entry.ts';
import { type Fifo, fifo } from './fifo.ts';

type Known = {
  companyId: string | null;
  /** The rooms of the ticket as of the newest entry that names it. */
  rooms: readonly string[];
  position: bigint;
  /** Numbers of the entries that name it. */
  entries: Fifo<number>;
};

/** The rooms of a ticket reload: any ticket in them may have moved. */
type Flood = { rooms: ReadonlySet<string>; position: bigint };

/** Memory used here per ticket and per entry. */
const OF_TICKET = 500;
const OF_ENTRY = 10;

/** The ticket that a change is about: itself or the ticket of a message. */
const ticketOf = ({ channel, id, narrow, action }: Change): string | undefined => {
  if (action === 'reload') return undefined;
  return channel === 'ticket' ? id : channel === 'appMessage' ? narrow?.ticketId : undefined;
};

/** The reload of a channel in an entry, if there is one. */
export const reloadIn = ({ changes }: Entry, channel: Change['channel']): Change | undefined =>
  changes === 'refetch' ? undefined : changes.find((change) => change.action === 'reload' && change.channel === channel);

const ticketsOf = ({ changes }: Entry): Set<string> => {
  const ids = new Set<string>();
  if (changes !== 'refetch') for (const change of changes) ids.add(ticketOf(change) ?? '');
  ids.delete('');
  return ids;
};

/** Which entries of the ring belong to which ticket, so that the cost of joining a ticket depends on its own pushes only. */
export const ticketIndex = () => {
  const tickets = new Map<string, Known>();
  /** The held reloads of a company, merged into one. */
  const floods = new Map<string, Flood>();
  let held = 0;

  const drop = (id: string, { entries }: Known): void => {
    held -= entries.end() - entries.begin();
    tickets.delete(id);
  };

  /** Whether a ticket may have moved since the last entry that names it. */
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
        // The lost pushes may include a transfer: who may see a ticket is unknown until an entry names it again.
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
        // A message's rooms are its ticket's, but a deleted message has none.
        if (!known || position < known.position || (change.channel === 'appMessage' && change.record === null)) continue;
        [known.rooms, known.position] = [change.after, position];
      }
    },
    /** Removes the entry with this number, which is the oldest. */
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
    /** Numbers of the entries that name a ticket, only for its own company. */
    of: (id: string, companyId: string): Fifo<number> | null => {
      const known = tickets.get(id);
      return known?.companyId === companyId ? known.entries : null;
    },
    /** The current rooms of a change's ticket, otherwise the change's own rooms; null if the ticket may have moved since its last entry. */
    roomsNow: (change: Change): readonly string[] | null => {
      const known = tickets.get(ticketOf(change) ?? '');
      if (!known) return change.after;
      return isAdrift(known) ? null : known.rooms;
    },
    bytes: () => tickets.size * OF_TICKET + held * OF_ENTRY,
  };
};
