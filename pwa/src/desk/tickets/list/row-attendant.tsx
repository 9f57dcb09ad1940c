import type { TicketView } from '@prosa/contracts';
import { useSelector } from 'react-redux';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { selectMe } from '../../../people/sessions/sessions.slice.ts';
import { useColleague } from '../../../people/users/colleagues.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import styles from './ticket-row.module.css';

/** The colleague who serves an open ticket, at the end of its row: rows without a name are one's own. */
export const RowAttendant = ({ ticket: { status, user } }: { ticket: TicketView }) => {
  const isOthers = useSelector(selectMe)?.id !== user?.id;
  return status === 'open' && user && isOthers ? <With user={user} /> : null;
};

const With = ({ user }: { user: NonNullable<TicketView['user']> }) => {
  const { t } = useTexts('tickets');
  const { brief, name, picture } = useColleague(user.id, user.name);
  return (
    <span className={styles.with}>
      <Avatar name={name} picture={picture} size={16} />
      <span>{t('with', { name: brief || t('attendantGone') })}</span>
    </span>
  );
};
