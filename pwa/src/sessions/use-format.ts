import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { formatCount, formatDate, formatDateTime, formatRowTime, formatTime } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-texts.ts';
import { selectZone } from './sessions.slice.ts';

/** The formatters in the company's time zone. */
export const useFormat = () => {
  const zone = useSelector(selectZone);
  const language = useLanguage();
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
