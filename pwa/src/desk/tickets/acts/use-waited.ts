import { useTexts } from '../../../kernel/i18n/use-texts.ts';

const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;
/** From here on minutes say nothing any more. */
const WHOLE_HOURS = 10 * HOUR;

/** Formats how long somebody has been waiting; `ms` in milliseconds. `ago`: as a time of a row, "agora" or "há 1h12". */
export const useWaited = () => {
  const { t } = useTexts('tickets');
  const lasting = (ms: number): string => {
    const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
    if (minutes < HOUR) return t('minutes', { count: minutes });
    const hours = Math.floor(minutes / HOUR);
    if (minutes >= DAY) return t('days', { count: Math.floor(minutes / DAY) });
    if (minutes >= WHOLE_HOURS || minutes % HOUR === 0) return t('hours', { count: hours });
    return t('hoursMinutes', { hours, minutes: String(minutes % HOUR).padStart(2, '0') });
  };
  return { lasting, ago: (ms: number): string => (ms < MINUTE_MS ? t('waitsNow') : t('waitsFor', { time: lasting(ms) })) };
};
