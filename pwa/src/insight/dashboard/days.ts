/** The current day in a time zone, as yyyy-MM-dd; in the browser's own without one. */
export const today = (zone: string | undefined, now: Date = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', { ...(zone && { timeZone: zone }), year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    now,
  );

/** The first day of the month of a day. */
export const monthOf = (day: string): string => `${day.slice(0, 8)}01`;

/** A day as dd/MM/yyyy. */
export const written = (day: string): string => day.split('-').reverse().join('/');
