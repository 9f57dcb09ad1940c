import type { TicketView } from '@prosa/contracts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useOfNow } from '../../../kernel/use-now.ts';
import { useFormat } from '../../../people/sessions/use-format.ts';
import { VisuallyHidden } from '../../../ui/marks/visually-hidden.tsx';
import { useWaited } from '../acts/use-waited.ts';

/** The time of a row: how long somebody has been waiting for the team, or else the clock time of the last change. */
export const RowTime = ({ ticket: { status, updatedAt, waitingSince } }: { ticket: TicketView }) => {
  const { rowTime } = useFormat();
  if (waitingSince !== null && status !== 'closed') return <Wait since={waitingSince} />;
  return <time dateTime={updatedAt}>{rowTime(updatedAt)}</time>;
};

const Wait = ({ since }: { since: string }) => {
  const { t } = useTexts('tickets');
  const { dateTime } = useFormat();
  const waited = useWaited();
  const said = useOfNow((now) => waited.ago(now - Date.parse(since)));
  return (
    <time dateTime={since} title={t('waitingSince', { at: dateTime(since) })}>
      <VisuallyHidden>{t('waits')} </VisuallyHidden>
      {said}
    </time>
  );
};
