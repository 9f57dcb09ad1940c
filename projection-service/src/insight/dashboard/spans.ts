/** The spans by which tickets are counted: every time zone is a whole number of quarters of an hour away from UTC. */
export type Span = 'quarter' | 'hour' | 'day' | 'month';
const lengths: Record<Exclude<Span, 'month'>, number> = { quarter: 15 * 60_000, hour: 60 * 60_000, day: 24 * 60 * 60_000 };

/** The start of the span, in UTC, that a time is in. */
export const startOf = (span: Span, at: Date): Date =>
  span === 'month'
    ? new Date(startOf('day', at).getTime() - (at.getUTCDate() - 1) * lengths.day)
    : new Date(Math.floor(at.getTime() / lengths[span]) * lengths[span]);
