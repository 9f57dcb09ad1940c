/** A weekday's hours, e.g. `09:00` to `18:00`. An end before the start is on the next day; equal times mean closed. */
type Hours = { weekdayEn: string; startTime: string; endTime: string };

/** Whether it is closed at an instant, in local time of a time zone. Without any hours it is always open; a day without a row is closed. */
export const isClosed = (schedules: readonly Hours[], timeZone: string, now: Date): boolean => {
  if (schedules.length === 0) return false;
  const [today, time] = onClock(timeZone, now);
  const [yesterday] = onClock(timeZone, new Date(now.getTime() - 86_400_000));
  return !schedules.some(({ weekdayEn, startTime, endTime }) => {
    const overnight = endTime < startTime;
    if (weekdayEn === today && time >= startTime && (overnight || time < endTime)) return true;
    return overnight && weekdayEn === yesterday && time < endTime;
  });
};

const onClock = (timeZone: string, at: Date): [weekday: string, time: string] => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: known(timeZone),
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? '';
  return [part('weekday').toLowerCase(), `${part('hour')}:${part('minute')}`];
};

const zones = new Map<string, string>();
/** A zone that this machine does not know is replaced by São Paulo's, the product's own. */
const known = (timeZone: string): string => {
  const before = zones.get(timeZone);
  if (before) return before;
  let zone = timeZone;
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone });
  } catch {
    zone = 'America/Sao_Paulo';
  }
  zones.set(timeZone, zone);
  return zone;
};
