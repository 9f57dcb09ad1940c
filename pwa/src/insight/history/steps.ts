import type { conversationEvents, HistoryEntry } from '@prosa/contracts';

type Events = typeof conversationEvents;
/** The types of events that a ticket's history has. */
export type TicketEvent = {
  [Name in keyof Events]: Events[Name]['data']['shape'] extends { ticketId: unknown } ? Name : never;
}[keyof Events];

export type Kind = 'changes' | 'messages';
export type Filter = { kind: Kind | 'all'; actor: string };

/** One line of the history: an event, or several of one kind by one person in a row. */
export type Step = { type: TicketEvent; entries: HistoryEntry[]; first: HistoryEntry; last: HistoryEntry };

/** Events that come in rows, of which the history shows one line. */
export const rows: ReadonlySet<string> = new Set<TicketEvent>([
  'MessageReceived',
  'MessageMirrored',
  'MessageSent',
  'MessageAcknowledged',
  'MessageDeleted',
  'MessageRevoked',
  'MessagesRead',
  'MediaStored',
]);

/** A message, its files and receipts; everything else changes the ticket. */
export const kindOf = (type: string): Kind => (/^(Messages?|Media)[A-Z]/.test(type) ? 'messages' : 'changes');

/** What Prosa does because a customer wrote: its events name the customer. */
const ofProsa: ReadonlySet<string> = new Set<TicketEvent>(['MessageSent', 'TicketQueued', 'MenuShown']);
/** Whether nobody did it, but Prosa by itself. */
export const isAutomatic = ({ type, actor }: HistoryEntry): boolean =>
  actor.kind === 'system' || (actor.kind === 'customer' && ofProsa.has(type));

/** Who did it, as one text. */
export const actorOf = (entry: HistoryEntry): string => (isAutomatic(entry) ? 'system' : `${entry.actor.kind} ${entry.actor.id}`);

/** The lines of a history, in order; `dayOf` says on which day a time is. */
export const stepsOf = (entries: readonly HistoryEntry[], filter: Filter, dayOf: (at: string) => string): Step[] => {
  const steps: Step[] = [];
  for (const entry of entries) {
    if (filter.kind !== 'all' && kindOf(entry.type) !== filter.kind) continue;
    if (filter.actor !== '' && actorOf(entry) !== filter.actor) continue;
    const before = steps.at(-1);
    const isOneMore =
      before?.type === entry.type &&
      rows.has(entry.type) &&
      actorOf(before.last) === actorOf(entry) &&
      dayOf(before.last.at) === dayOf(entry.at);
    if (before && isOneMore) {
      before.entries.push(entry);
      before.last = entry;
    } else steps.push({ type: entry.type as TicketEvent, entries: [entry], first: entry, last: entry });
  }
  return steps;
};

/** The event that had happened last at a position or a time; -1 before the first one. */
export const placeOf = (entries: readonly HistoryEntry[], moment: string): number => {
  const position = /^\d+$/.test(moment) ? BigInt(moment) : null;
  const time = Date.parse(moment);
  const later = entries.findIndex((one) => (position === null ? Date.parse(one.at) > time : BigInt(one.position) > position));
  return later === -1 ? entries.length - 1 : later - 1;
};
