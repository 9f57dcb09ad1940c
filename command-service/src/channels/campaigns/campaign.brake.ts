import { isOpen, openMinutesAfter, type PauseReason } from '@prosa/contracts';
import type { ReferenceCompany, ReferenceConnection } from '../../kernel/reference-data.records.ts';
import { isOff } from '../connections/is-off.ts';
import type { Pause } from './campaign.decider.ts';

/** Of so many last messages a fifth may not be refused; fewer than ten say nothing. */
export const LAST = 50;
const FEWEST = 10;
const SHARE = 5;
/** How long a campaign pauses whose messages the channel refuses. */
export const REFUSED_MS = 60 * 60 * 1_000;

/** What tells of the recipient, or of the campaign's own end, and not of the channel's patience. */
const harmless: ReadonlySet<string> = new Set(['not-there', 'withdrawn', 'disconnected', 'window', 'template', 'media']);

/** Whether the channel's answers to the last messages of a run, the latest first, say that the campaign must pause. Null: they were sent. */
export const brakeOf = (failures: readonly (string | null)[]): Extract<PauseReason, 'refused' | 'restricted'> | null => {
  if (failures.includes('restricted')) return 'restricted';
  const last = failures.slice(0, LAST);
  const refused = last.filter((failure) => failure !== null && !harmless.has(failure)).length;
  return last.length >= FEWEST && refused * SHARE >= last.length ? 'refused' : null;
};

type Hours = Pick<ReferenceCompany, 'schedules' | 'holidays' | 'timeZone'>;
type Connection = Pick<ReferenceConnection, 'status' | 'reason' | 'until'>;

/**
 * Why nothing can be sent through a connection now (in milliseconds since 1970), and until when: its channel asks for a long pause, or lets
 * the account begin no conversation. Null: it can.
 */
export const pauseBy = (connection: Connection | null, now: number): Pause | null => {
  if (!connection) return { reason: 'connection-deleted', until: null };
  if (isOff(connection)) return { reason: 'disconnected', until: null };
  const { reason, until } = connection;
  const isAsked = reason === 'slow-down' || reason === 'restricted';
  return isAsked && until && Date.parse(until) > now ? { reason, until } : null;
};

/**
 * Why what is sent in the company's opening hours alone cannot be sent now, and when it opens; null: it can. A company that never opens has no
 * such time.
 */
export const pauseByHours = (hours: Hours, now: Date): Pause | null =>
  isOpen(hours, now) ? null : { reason: 'hours', until: openMinutesAfter(hours, now, 0)?.toISOString() ?? null };

/** Whether the company may have campaigns. */
export const isEnabled = (company: Pick<ReferenceCompany, 'settings'> | null): boolean =>
  company?.settings.campaignsEnabled === 'true';

/** Whether the reason of a pause is gone, so that nobody has to wait for its end, or to restart. */
export const isOver = (
  { reason, until }: Pause,
  connection: Connection | null,
  company: (Pick<ReferenceCompany, 'settings'> & Hours) | null,
  now: Date,
): boolean => {
  if (reason === 'disabled') return isEnabled(company);
  if (reason === 'hours') return company !== null && isOpen(company, now);
  if (!connection) return false;
  if (reason === 'disconnected') return !isOff(connection);
  // A restriction whose end nobody told is over when somebody says so.
  return (reason === 'slow-down' || (reason === 'restricted' && until !== null)) && connection.reason !== reason;
};
