import { limits } from '@prosa/contracts';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useOfNow } from '../../kernel/use-now.ts';
import { daysLeft } from '../../people/sessions/sessions.saga.ts';
import { selectMay, selectMe } from '../../people/sessions/sessions.slice.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { Banner } from '../../ui/marks/states.tsx';
import styles from './shell.module.css';

/** The subscription is about to end: says it to who may pay, until it is renewed. */
export const DueBanner = () => {
  const { t } = useTexts('sessions');
  const dueDate = useSelector(selectMe)?.company.dueDate;
  const mayPay = useSelector(selectMay('invoices:pay'));
  const { date } = useFormat();
  const isSoon = useOfNow((now) => String(dueDate && daysLeft(dueDate, now) < limits.subscriptionWarningDays)) === 'true';
  if (!mayPay || !isSoon || dueDate === undefined) return null;
  const link = (
    <Link className={`text-button ${styles.bannerLink}`} to="/financeiro">
      {t('payInvoice')}
    </Link>
  );
  return (
    <Banner icon={CalendarClock} action={link}>
      {t('dueOn', { date: date(dueDate) })}
    </Banner>
  );
};
