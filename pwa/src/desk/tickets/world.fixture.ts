import { type PushFrame, sees, type TicketCount, type TicketView, type Viewer } from '@prosa/contracts';
import { aPush, aTicket, at, childOf, idOf } from '../../testing/records.ts';
import type { TicketPage } from './state/ticket-list.ts';
import { judge, type ListFilter } from './state/tickets.filters.ts';

type Row = Pick<
  TicketView,
  | 'id'
  | 'status'
  | 'userId'
  | 'queueId'
  | 'lastMessage'
  | 'unreadMessages'
  | 'updatedAt'
  | 'createdAt'
  | 'waitingSince'
  | 'snoozedUntil'
> & {
  contact: number;
  tagIds: number[];
};
type Named = Record<number, string | null>;

export const isNewestFirst = ({ sort, snoozed }: ListFilter): boolean => sort === 'newest' && snoozed !== true;

/** The place of a ticket in the order of a filter, as a text. */
export const placeOf = ({ sort, snoozed }: ListFilter, { waitingSince, snoozedUntil, updatedAt, id }: TicketView): string =>
  snoozed ? `${snoozedUntil} ${id}` : `${sort === 'waiting' ? (waitingSince ?? 'never') : ''} ${updatedAt} ${id}`;

/**
 * A minimal model of a company on the server for testing lists: rows, names joined on read, counts, and the frames that a viewer receives
 * for each change.
 */
export const aWorld = (viewer: Viewer, roll: () => number) => {
  let position = 100;
  let clock = 0;
  const rows = new Map<string, Row>();
  const contacts: Named = {};
  const users: Named = { 1: 'Marina', 2: 'Rafael' };
  const queues: Named = { 1: 'Vendas', 2: 'Entregas', 3: 'Financeiro' };
  const tags: Named = { 1: 'Garantia', 2: 'Boleto' };
  let tagForce = false;
  let connection = 'Loja Centro';

  const view = (row: Row): TicketView => {
    const queue = row.queueId === null ? null : Number(row.queueId.slice(-1));
    const user = row.userId === null ? null : Number(row.userId.slice(-1));
    return aTicket({
      ...(({ contact: _, tagIds: __, ...own }) => own)(row),
      uuid: row.id,
      queue: queue === null ? null : { id: idOf(2, queue), name: queues[queue]!, color: '#111111' },
      user: user === null ? null : { id: idOf(1, user), name: users[user]! },
      whatsapp: { id: idOf(3, 1), name: connection, closingText: true, ratingText: false },
      contactId: idOf(4, row.contact),
      contact: { id: idOf(4, row.contact), name: contacts[row.contact]!, number: `55119${row.contact}`, profilePicUrl: null },
      tags: row.tagIds.flatMap((tag) => (tags[tag] ? [{ id: idOf(5, tag), name: tags[tag], color: '#222222' }] : [])),
      company: { tagForce },
    });
  };
  const isSeen = (row: Row | undefined): boolean => row !== undefined && sees(viewer, row);
  const counts = (): TicketCount[] => {
    const found = new Map<string, TicketCount>();
    for (const row of rows.values()) {
      if (row.status === 'closed' || !isSeen(row)) continue;
      const key = `${row.queueId} ${row.userId} ${row.status}`;
      const { count = 0, unanswered = 0, snoozed = 0 } = found.get(key) ?? {};
      const [isSnoozed, waits] = [row.snoozedUntil !== null, row.waitingSince !== null];
      found.set(key, {
        queueId: row.queueId,
        userId: row.userId,
        status: row.status,
        count: count + 1,
        unanswered: unanswered + (row.status === 'open' && waits && !isSnoozed ? 1 : 0),
        snoozed: snoozed + (isSnoozed ? 1 : 0),
      });
    }
    return [...found.values()];
  };
  const keyOf = ({ queueId, userId, status }: TicketCount) => `${queueId} ${userId} ${status}`;

  /** Applies a change of rows and returns the frames that the viewer receives. */
  const change = (work: () => void, others: [PushFrame['channel'], PushFrame['action'], object][] = []): PushFrame[] => {
    const before = new Map([...rows].map(([id, row]) => [id, { ...row }]));
    const countsBefore = new Map(counts().map((group) => [keyOf(group), group]));
    work();
    position += 1;
    const frames = others.map(([channel, action, record]) => aPush(channel, action, record, position));
    for (const id of new Set([...before.keys(), ...rows.keys()])) {
      const [was, is] = [before.get(id), rows.get(id)];
      if (JSON.stringify(was) === JSON.stringify(is)) continue;
      if (is && isSeen(is)) frames.push(aPush('ticket', isSeen(was) ? 'update' : 'create', view(is), position));
      else if (isSeen(was)) frames.push(aPush('ticket', 'delete', { id }, position));
    }
    const countsNow = new Map(counts().map((group) => [keyOf(group), group]));
    for (const [key, group] of new Map([...countsBefore, ...countsNow])) {
      const now = countsNow.get(key) ?? { ...group, count: 0, unanswered: 0, snoozed: 0 };
      if (JSON.stringify(now) !== JSON.stringify(countsBefore.get(key)))
        frames.push(aPush('ticketCounts', 'update', now, position));
    }
    return frames;
  };
  const pick = <Item>(items: Item[]): Item => items[Math.floor(roll() * items.length)]!;
  const touched = () => {
    clock += 1;
    return at(clock);
  };

  const acts: Record<string, () => PushFrame[]> = {
    opened: () => {
      const n = rows.size + 1;
      contacts[n] = `Contato ${n}`;
      const row: Row = {
        id: childOf(n, 1),
        status: 'pending',
        userId: null,
        queueId: pick([null, idOf(2, 1), idOf(2, 2), idOf(2, 3)]),
        lastMessage: 'Oi',
        unreadMessages: 1,
        updatedAt: touched(),
        createdAt: at(clock),
        waitingSince: at(clock),
        snoozedUntil: null,
        contact: n,
        tagIds: [],
      };
      return change(() => void rows.set(row.id, row), [['contact', 'create', contactRecord(n)]]);
    },
    received: () =>
      edit((row) => ({
        lastMessage: pick(['Oi', 'boleto', 'entrega']),
        unreadMessages: row.unreadMessages + 1,
        updatedAt: touched(),
        waitingSince: row.waitingSince ?? at(clock),
      })),
    answered: () => edit(() => ({ lastMessage: 'Olá', updatedAt: touched(), waitingSince: null })),
    read: () => edit(() => ({ unreadMessages: 0 })),
    accepted: () => edit(() => ({ status: 'open', userId: idOf(1, pick([1, 2])), updatedAt: touched() })),
    returned: () => edit(() => ({ status: 'pending', userId: null, updatedAt: touched() })),
    transferred: () => edit(() => ({ queueId: idOf(2, pick([1, 2, 3])), userId: null, status: 'pending', updatedAt: touched() })),
    closed: () => edit(() => ({ status: 'closed', updatedAt: touched(), waitingSince: null, snoozedUntil: null })),
    snoozed: () => edit(({ status }) => (status === 'open' ? { snoozedUntil: at(1_000_000 + Math.floor(roll() * 10)) } : {})),
    woken: () => edit((row) => (row.snoozedUntil === null ? {} : { snoozedUntil: null, updatedAt: touched() })),
    leftQueue: () => edit(() => ({ queueId: null })),
    tagged: () => edit(() => ({ tagIds: pick([[], [1], [2], [1, 2]]) })),
    contactRenamed: () => {
      const n = pick(Object.keys(contacts).map(Number));
      if (n === undefined) return [];
      contacts[n] = `${contacts[n]}!`;
      return change(() => undefined, [['contact', 'update', contactRecord(n)]]);
    },
    userRenamed: () => {
      const n = pick([1, 2]);
      users[n] = `${users[n]}!`;
      return change(() => undefined, [['user', 'update', { id: idOf(1, n), name: users[n] }]]);
    },
    queueRenamed: () => {
      const n = pick([1, 2, 3]);
      queues[n] = `${queues[n]}!`;
      return change(() => undefined, [['queue', 'update', { id: idOf(2, n), name: queues[n], color: '#111111' }]]);
    },
    tagRenamed: () => {
      const n = pick([1, 2]);
      tags[n] = `${tags[n]}!`;
      return change(() => undefined, [['tag', 'update', { id: idOf(5, n), name: tags[n], color: '#222222' }]]);
    },
    connectionRenamed: () => {
      connection += '!';
      return change(
        () => undefined,
        [['whatsapp', 'update', { id: idOf(3, 1), name: connection, complationMessage: 'Até logo!', ratingMessage: '' }]],
      );
    },
    companyChanged: () => {
      tagForce = !tagForce;
      return change(() => undefined, [['company', 'update', { id: idOf(1, 2), tagForce }]]);
    },
  };
  const contactRecord = (n: number) => ({ id: idOf(4, n), name: contacts[n], number: `55119${n}`, profilePicUrl: null });
  const edit = (make: (row: Row) => Partial<Row>): PushFrame[] => {
    const row = pick([...rows.values()]);
    return row ? change(() => void rows.set(row.id, { ...row, ...make(row) })) : [];
  };

  /** All tickets that a filter shows, in its order. */
  const list = (filter: ListFilter): TicketView[] =>
    [...rows.values()]
      .filter(isSeen)
      .map(view)
      .filter((ticket) => judge(filter, ticket) === true)
      .sort((a, b) => (placeOf(filter, a) < placeOf(filter, b) ? -1 : 1) * (isNewestFirst(filter) ? -1 : 1));
  return {
    act: (name: keyof typeof acts) => acts[name]!(),
    names: Object.keys(acts),
    position: () => String(position),
    list,
    counts,
    /** A page of `size` tickets that follow a ticket. */
    page: (filter: ListFilter, size: number, after: string | null = null): TicketPage => {
      const all = list(filter);
      const from =
        after === null
          ? 0
          : all.findIndex((one) => (isNewestFirst(filter) ? placeOf(filter, one) < after : placeOf(filter, one) > after));
      const records = from === -1 ? [] : all.slice(from, from + size);
      const hasMore = from !== -1 && all.length > from + size;
      const last = records.at(-1);
      return {
        records,
        hasMore,
        cursor: hasMore && last ? placeOf(filter, last) : null,
        count: all.length,
        position: String(position),
      };
    },
  };
};
