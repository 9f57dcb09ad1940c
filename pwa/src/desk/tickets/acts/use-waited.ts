import { textOf } from '../../../kernel/i18n/dictionary.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';

const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;
/** From here on minutes say nothing any more. */
const WHOLE_HOURS = 10 * HOUR;

/** How long somebody has been waiting, in the person's language; `ms` in milliseconds. */
export const lastingText = (ms: number): string => {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  if (minutes < HOUR) return textOf('tickets', 'minutes', { count: minutes });
  const hours = Math.floor(minutes / HOUR);
  if (minutes >= DAY) return textOf('tickets', 'days', { count: Math.floor(minutes / DAY) });
  if (minutes >= WHOLE_HOURS || minutes % HOUR === 0) return textOf('tickets', 'hours', { count: hours });
  return textOf('tickets', 'hoursMinutes', { hours, minutes: String(minutes % HOUR).padStart(2, '0') });
};

/** Formats a wait: `lasting` as a span, `ago` as a time of a row: "agora" or "há 1h12". Renders again when the language changes. */
export const useWaited = () => {
  const { t } = useTexts('tickets');
  return {
    lasting: lastingText,
    ago: (ms: number): string => (ms < MINUTE_MS ? t('waitsNow') : t('waitsFor', { time: lastingText(ms) })),
  };
};
