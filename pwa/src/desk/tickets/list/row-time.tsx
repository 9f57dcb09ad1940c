import { type TicketView, waitLimits } from '@prosa/contracts';
import AlarmClock from 'lucide-react/icons/alarm-clock';
import Clock from 'lucide-react/icons/clock';
import ClockAlert from 'lucide-react/icons/clock-alert';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useOfNow } from '../../../kernel/use-now.ts';
import { useFormat } from '../../../people/sessions/use-format.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { VisuallyHidden } from '../../../ui/marks/visually-hidden.tsx';
import { useWaited } from '../acts/use-waited.ts';
import { returnText } from '../state/snooze-times.ts';
import { selectCompanyHours, selectLimitedQueue } from '../state/tickets.waits.ts';
import styles from './row-time.module.css';

/** The time of a row: when it comes back, how long somebody has been waiting for the team, or else the clock time of the last change. */
export const RowTime = ({ ticket }: { ticket: TicketView }) => {
  const { rowTime } = useFormat();
  const { status, updatedAt, waitingSince, snoozedUntil } = ticket;
  if (snoozedUntil !== null) return <Return until={snoozedUntil} />;
  if (waitingSince !== null && status !== 'closed') return <Wait queueId={ticket.queueId} since={waitingSince} />;
  return <time dateTime={updatedAt}>{rowTime(updatedAt)}</time>;
};

const Return = ({ until }: { until: string }) => {
  const { t } = useTexts('tickets');
  const { zone, dateTime } = useFormat();
  const said = useOfNow((now) => returnText(until, zone, now));
  return (
    <time className={styles.wait} dateTime={until} title={dateTime(until)}>
      <Icon of={AlarmClock} label={t('snoozedUntil')} />
      {said}
    </time>
  );
};

const marks: Record<string, string | undefined> = { near: styles.near, late: styles.late };

type Props = { queueId: string | null; since: string; isFull?: boolean };

/** How long somebody has been waiting, with an icon and a colour once that is near the limit of the queue, and beyond. `isFull`: in words. */
export const Wait = ({ queueId, since, isFull = false }: Props) => {
  const { t } = useTexts('tickets');
  const { dateTime } = useFormat();
  const { ago } = useWaited();
  const company = useSelector(selectCompanyHours);
  const queue = useSelector(selectLimitedQueue(queueId));
  const limits = useMemo(() => (company && queue ? waitLimits(company, queue, new Date(since)) : null), [company, queue, since]);
  const said = useOfNow((now) => ago(now - Date.parse(since)));
  const state = useOfNow((now) => {
    if (limits?.lateAt && now >= limits.lateAt.getTime()) return 'late';
    return limits?.warnAt && now >= limits.warnAt.getTime() ? 'near' : '';
  });
  return (
    <time
      className={`${styles.wait} ${marks[state] ?? ''}`}
      data-wait={state || undefined}
      dateTime={since}
      title={t('waitingSince', { at: dateTime(since) })}
    >
      {state === 'late' && <Icon of={ClockAlert} label={t('isLate')} />}
      {state === 'near' && <Icon of={Clock} label={t('isNear')} />}
      {isFull && state === '' && <Icon of={Clock} />}
      {isFull ? `${t('waits')} ` : <VisuallyHidden>{t('waits')} </VisuallyHidden>}
      {said}
    </time>
  );
};
