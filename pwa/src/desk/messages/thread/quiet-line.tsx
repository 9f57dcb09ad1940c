import type { TicketLine } from '@prosa/contracts';
import AlarmClock from 'lucide-react/icons/alarm-clock';
import AlarmClockOff from 'lucide-react/icons/alarm-clock-off';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import Inbox from 'lucide-react/icons/inbox';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Undo2 from 'lucide-react/icons/undo-2';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../../people/sessions/use-format.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { MarkedText } from '../../../ui/marks/marked-text.tsx';
import styles from '../message/marks.module.css';
import type { Aside } from './thread.rows.ts';

type Item = Extract<Aside, { kind: 'line' }>;

const icons = {
  accepted: UserRoundCheck,
  transferred: ArrowRightLeft,
  returned: Undo2,
  reopened: RotateCcw,
  'left-queue': Inbox,
  snoozed: AlarmClock,
  woken: AlarmClockOff,
} satisfies Record<TicketLine['kind'], unknown>;

/** What was done with the ticket: an icon, who did it, what, and when. */
export const QuietLine = ({ item: { line, by, to } }: { item: Item }) => {
  const { t } = useTexts('messages');
  const { rowTime, dateTime, time } = useFormat();
  const shown = (at: string) => (rowTime(at).includes(':') ? time(at) : dateTime(at));
  const values = {
    by: by ?? t('formerUser'),
    to: to ?? t('formerUser'),
    queue: line.queue?.name ?? '',
    from: line.from?.name ?? '',
    until: line.until ? shown(line.until) : '',
  };
  return (
    <p className={styles.quiet} data-line={line.kind}>
      <Icon of={icons[line.kind]} size="tiny" />
      <span>
        <MarkedText text={t(wordsOf(line))} values={values} /> <time dateTime={line.at}>{shown(line.at)}</time>
      </span>
    </p>
  );
};

/** The text of a line. Where it was done by nobody, or to oneself, it is said of the ticket. */
const wordsOf = ({ kind, by, user, queue, from, reason }: TicketLine) => {
  switch (kind) {
    case 'accepted':
      if (reason === 'distribution') return 'line-distributed';
      return by && by.id === user?.id ? 'line-accepted' : 'line-given';
    case 'transferred': {
      const isMoved = queue !== null && queue.id !== from?.id;
      if (!user) return by ? 'line-to-queue' : 'line-to-queue-alone';
      const isBetween = isMoved && from !== null;
      if (by?.id === user.id) return isBetween ? 'line-taken-between' : 'line-taken';
      if (!by) return 'line-given';
      return isBetween ? 'line-transferred-between' : isMoved ? 'line-transferred-into' : 'line-transferred';
    }
    case 'returned':
      return by ? (from ? 'line-returned' : 'line-returned-alone') : 'line-waits-again';
    case 'reopened':
      return 'line-reopened';
    case 'left-queue':
      return from ? 'line-left-queue' : 'line-left-queue-alone';
    case 'snoozed':
      return 'line-snoozed';
    case 'woken':
      return reason === 'user' && by ? 'line-woken-user' : reason === 'customer' ? 'line-woken-customer' : 'line-woken-time';
    default:
      kind satisfies never;
      return 'line-waits-again';
  }
};
