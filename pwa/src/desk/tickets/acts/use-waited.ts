import { useTexts } from '../../../kernel/i18n/use-texts.ts';
/** Formats a waiting time in its largest whole unit; `ms` in milliseconds. */
export const useWaited = (): ((ms: number) => string) => {
  const { t } = useTexts('tickets');
  return (ms) => {
    const minutes = Math.max(0, Math.floor(ms / 60_000));
    if (minutes < 60) return t('minutes', { count: minutes });
    const hours = Math.floor(minutes / 60);
    return hours < 24 ? t('hours', { count: hours }) : t('days', { count: Math.floor(hours / 24) });
  };
};
