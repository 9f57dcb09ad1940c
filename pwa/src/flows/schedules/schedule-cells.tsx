import type { ScheduleView } from '@prosa/contracts';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import { useFormat } from '../../people/sessions/use-format.ts';
import { useWords } from '../../records/use-words.ts';
import { useIsListed } from '../../ui/hooks/use-media.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { reasonText } from './schedule-dialog.tsx';
import styles from './schedules.module.css';

type Props = { schedule: ScheduleView };

/** How much of a text the list shows. */
const SHOWN = 25;

export const ContactCell = ({ schedule: { contact } }: Props) => {
  const words = useWords('schedules');
  return <span className="truncate">{contact.name || words('nameless')}</span>;
};

/** The beginning of the text; the whole of it is in the title. On narrow screens with the status, which has no column there. */
export const BodyCell = ({ schedule: { body, status } }: Props) => {
  const words = useWords('schedules');
  const isListed = useIsListed();
  const letters = [...(body ?? words('forgotten'))];
  const text = letters.length > SHOWN ? `${letters.slice(0, SHOWN).join('')}…` : letters.join('');
  if (!isListed) return <span title={body ?? undefined}>{text}</span>;
  return (
    <span className={`${styles.status} ${status === 'ERRO' ? styles.failed : ''}`} data-status={status}>
      <Icon of={icons[status]} label={words(`statuses.${status}`)} />
      <span className="truncate">{text}</span>
    </span>
  );
};

export const TimeCell = ({ at }: { at: string }) => {
  const { dateTime } = useFormat();
  return <time dateTime={at}>{dateTime(at)}</time>;
};

const icons = { PENDENTE: Clock, ENVIADA: CircleCheck, ERRO: CircleAlert };

/** Its status in words; of one that has failed also the reason. */
export const StatusCell = ({ schedule: { status, reason, sentAt } }: Props) => {
  const words = useWords('schedules');
  const { dateTime } = useFormat();
  const more = status === 'ERRO' ? reasonText(words, reason) : sentAt && dateTime(sentAt);
  return (
    <span className={`${styles.status} ${status === 'ERRO' ? styles.failed : ''}`} data-status={status}>
      <Icon of={icons[status]} />
      <span className={styles.lines}>
        <span>{words(`statuses.${status}`)}</span>
        {more && <small title={more}>{more}</small>}
      </span>
    </span>
  );
};
