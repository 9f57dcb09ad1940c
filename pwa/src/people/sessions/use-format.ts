import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { formatCount, formatDate, formatDateTime, formatRowTime, formatTime } from '../../kernel/i18n/format.ts';
import { useLanguage } from '../../kernel/i18n/use-texts.ts';
import { useOfNow } from '../../kernel/use-now.ts';
import { selectZone } from './sessions.slice.ts';

/** The day of a time in a zone; the last one is kept, because many ask for the same. */
const dayIn = (zone: string | undefined, now: number): string => {
  if (last?.now !== now || last.zone !== zone) last = { zone, now, day: formatDate(new Date(now).toISOString(), zone) };
  return last.day;
};
let last: { zone: string | undefined; now: number; day: string } | undefined;

/** The formatters in the company's time zone. What shows times of today is rendered again when the day ends there. */
export const useFormat = () => {
  const zone = useSelector(selectZone);
  const language = useLanguage();
  useOfNow((now) => dayIn(zone, now));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of language changes formatCount
  return useMemo(
    () => ({
      zone,
      date: (at: string) => formatDate(at, zone),
      time: (at: string) => formatTime(at, zone),
      rowTime: (at: string) => formatRowTime(at, zone),
      dateTime: (at: string) => formatDateTime(at, zone),
      count: formatCount,
    }),
    [zone, language],
  );
};
