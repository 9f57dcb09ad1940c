import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { formatCount, formatDate, formatDateTime, formatRowTime, formatTime } from '../i18n/format.ts';
import { selectZone } from './sessions.slice.ts';

/** The formatters in the company's zone. */
export const useFormat = () => {
  const zone = useSelector(selectZone);
  const { i18n } = useTranslation();
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
    [zone, i18n.language],
  );
};
