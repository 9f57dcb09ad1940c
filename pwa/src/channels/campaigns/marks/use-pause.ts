import type { CampaignView } from '@prosa/contracts';
import { useFormat } from '../../../people/sessions/use-format.ts';
import { textIn, useWords } from '../../../records/use-words.ts';

/** The sentence that says why a campaign has paused by itself, and until when; null: it has not. */
export const usePause = (): ((campaign: Pick<CampaignView, 'pauseReason' | 'pausedUntil'>) => string | null) => {
  const words = useWords('campaigns');
  const { rowTime, time, date } = useFormat();
  return ({ pauseReason, pausedUntil }) => {
    if (pauseReason === null) return null;
    const why = textIn(words, `pauses.${pauseReason}`) ?? words('pauses.other');
    if (pausedUntil === null) return words('paused', { why });
    const day = rowTime(pausedUntil) === time(pausedUntil) ? null : date(pausedUntil);
    return words(day === null ? 'pausedUntil' : 'pausedUntilDay', { why, time: time(pausedUntil), day });
  };
};
