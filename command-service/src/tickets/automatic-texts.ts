import type { DeskCompany, DeskConnection, DeskQueue } from '../kernel/desk.kept.ts';
import type { AutomaticText } from './conversation.commands.ts';
import { isClosed } from './opening-hours.ts';

/** The queue of a customer's first message: the connection's only one; of several or none it is not known yet. */
export const onlyQueue = (
  connection: Pick<DeskConnection, 'queueIds'>,
  queues: ReadonlyMap<string, DeskQueue>,
): DeskQueue | null => {
  const [only, ...others] = connection.queueIds.map((id) => queues.get(id)).filter((queue) => queue && !queue.deleted);
  return only && others.length === 0 ? only : null;
};

/** What a customer hears when their message opens a ticket: that it is closed now, or a greeting; the queue's own words first. */
export const openingTexts = (facts: {
  company: Pick<DeskCompany, 'settings' | 'timeZone'>;
  connection: Pick<DeskConnection, 'greetingMessage' | 'outOfHoursMessage'>;
  queue: Pick<DeskQueue, 'greetingMessage' | 'outOfHoursMessage' | 'schedules'> | null;
  now: Date;
}): AutomaticText[] => {
  const { company, connection, queue, now } = facts;
  const closed = company.settings.scheduleType === 'queue' && queue !== null && isClosed(queue.schedules, company.timeZone, now);
  const outOfHours = closed ? queue.outOfHoursMessage || connection.outOfHoursMessage : '';
  if (outOfHours) return [{ origin: 'out-of-hours', body: outOfHours }];
  const greeting = queue?.greetingMessage || connection.greetingMessage;
  return greeting ? [{ origin: 'greeting', body: greeting }] : [];
};

/** What a customer hears when their ticket is closed from the chat (ADR 104). */
export const closingTexts = (facts: {
  company: Pick<DeskCompany, 'settings'>;
  connection: Pick<DeskConnection, 'complationMessage' | 'ratingMessage'> | null;
  automatic: boolean;
  withoutRating: boolean;
}): AutomaticText[] => {
  const { company, connection, automatic, withoutRating } = facts;
  if (!automatic || !connection) return [];
  const rates = company.settings.userRating === 'enabled' && !withoutRating;
  return [
    { origin: 'closing', body: connection.complationMessage },
    ...(rates ? [{ origin: 'rating' as const, body: connection.ratingMessage }] : []),
  ];
};
