import { abilitiesOf, hoursOf, isOpen, splitText } from '@prosa/contracts';
import type { ReferenceCompany, ReferenceConnection, ReferenceQueue } from '../../kernel/reference-data.records.ts';
import type { AutomaticText } from '../conversations/conversation.commands.ts';

/** The queues of a connection that exist, in their order. */
export const queuesOf = (
  connection: Pick<ReferenceConnection, 'queueIds'>,
  queues: ReadonlyMap<string, ReferenceQueue>,
): ReferenceQueue[] =>
  connection.queueIds.map((id) => queues.get(id)).filter((queue) => queue !== undefined && !queue.deleted) as ReferenceQueue[];

/** Whether it is closed at an instant, by the hours that the company has chosen: those of the queue, its own, or none. */
export const isClosed = (
  company: Pick<ReferenceCompany, 'settings' | 'timeZone' | 'schedules' | 'holidays'>,
  queue: Pick<ReferenceQueue, 'schedules'> | null,
  now: Date,
): boolean => {
  const hours = hoursOf({ ...company, scheduleType: company.settings.scheduleType }, queue);
  return hours !== null && !isOpen(hours, now);
};

/** The texts that a customer receives when their ticket is closed from the chat. */
export const closingTexts = (facts: {
  company: Pick<ReferenceCompany, 'settings'>;
  connection: Pick<ReferenceConnection, 'complationMessage' | 'ratingMessage' | 'channel' | 'provider'> | null;
  automatic: boolean;
  withoutRating: boolean;
}): AutomaticText[] => {
  const { company, connection, automatic, withoutRating } = facts;
  if (!automatic || !connection) return [];
  const rates = company.settings.userRating === 'enabled' && !withoutRating;
  return inParts(connection, [
    { origin: 'closing', body: connection.complationMessage },
    ...(rates ? [{ origin: 'rating' as const, body: connection.ratingMessage }] : []),
  ]);
};

/** The texts, those that are longer than one message of the channel in parts. */
const inParts = (
  { channel, provider }: Pick<ReferenceConnection, 'channel' | 'provider'>,
  texts: readonly AutomaticText[],
): AutomaticText[] =>
  texts.flatMap(({ origin, body }) =>
    splitText(body, abilitiesOf(channel, provider).longestText).map((part) => ({ origin, body: part })),
  );
