import type { TicketView } from '@prosa/contracts';
import { abilitiesOf } from '@prosa/contracts/channels';
import Clock from 'lucide-react/icons/clock';
import LayoutTemplate from 'lucide-react/icons/layout-template';
import Lock from 'lucide-react/icons/lock';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useLoaded } from '../../kernel/calls/use-loaded.ts';
import { formatDate, formatDateTime, formatTime } from '../../kernel/i18n/format.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useNow } from '../../kernel/use-now.ts';
import { selectZone } from '../../people/sessions/sessions.slice.ts';
import { Button } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { overComposer } from './later-composer.ts';
import { NoteBox } from './note-box.tsx';
import styles from './window.module.css';

const MINUTE_MS = 60_000;
/** In its last hours the line is a warning. */
const SOON_MS = 2 * 60 * MINUTE_MS;

/** How much is left of the customer's hours, in milliseconds; null: the channel has no such limit. */
export const useWindowLeft = ({ windowUntil }: Pick<TicketView, 'windowUntil'>): number | null => {
  const now = useNow();
  return windowUntil === null ? null : Math.max(0, Date.parse(windowUntil) - now);
};

/** Says until when the customer can be written to, and that automatic texts no longer reach them where that ends sooner. */
export const WindowLine = ({ windowUntil, automaticUntil }: Pick<TicketView, 'windowUntil' | 'automaticUntil'>) => {
  const { t } = useTexts('composer');
  const zone = useSelector(selectZone);
  const left = useWindowLeft({ windowUntil });
  // A ticket that an earlier release of the app kept on the device has no such field.
  const isLate = useWindowLeft({ windowUntil: automaticUntil ?? null }) === 0;
  if (windowUntil === null || left === null) return null;
  const isToday = formatDate(windowUntil, zone) === formatDate(new Date().toISOString(), zone);
  const until = isToday && !isLate ? formatTime(windowUntil, zone) : formatDateTime(windowUntil, zone);
  return (
    <p className={styles.line} data-soon={left < SOON_MS || undefined}>
      <Icon of={Clock} />
      {t(left < SOON_MS ? 'window.soon' : isLate ? 'window.late' : 'window.open', { until, left: formatLeft(left) })}
    </p>
  );
};

const formatLeft = (ms: number): string => {
  const minutes = Math.ceil(ms / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} d`;
  return hours >= 2 ? `${hours} h` : [hours > 0 && `${hours} h`, `${minutes % 60} min`].filter(Boolean).join(' ');
};

/** In place of the field where the customer wrote too long ago: why, and what can be done. */
export const WindowClosed = ({ ticket }: { ticket: TicketView }) => {
  const { id, channel, provider, automaticUntil } = ticket;
  const { t } = useTexts('composer');
  const [isObserving, setObserving] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const templates = useLoaded(overComposer, isChoosing);
  const isWeekOver = useWindowLeft(ticket) === 0 && Boolean(automaticUntil);
  const takesTemplates = abilitiesOf(channel, provider).begins === 'by-template';
  if (isObserving) return <NoteBox ticketId={id} onClose={() => setObserving(false)} />;
  return (
    <div className={styles.closed}>
      <p role="status">{t(takesTemplates ? 'window.closedByTemplate' : isWeekOver ? 'window.closedLate' : 'window.closed')}</p>
      <span className={styles.acts}>
        <Button icon={Lock} onClick={() => setObserving(true)}>
          {t('note')}
        </Button>
        {takesTemplates && (
          <Button kind="primary" icon={LayoutTemplate} onClick={() => setChoosing(true)}>
            {t('template.choose')}
          </Button>
        )}
      </span>
      {isChoosing && templates && <templates.TemplateDialog ticket={ticket} onClose={() => setChoosing(false)} />}
    </div>
  );
};
