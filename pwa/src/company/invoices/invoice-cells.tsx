import { daysUntil, type InvoiceView } from '@prosa/contracts';
import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { currentLanguage } from '../../kernel/i18n/i18n.ts';
import { locales } from '../../kernel/i18n/languages.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useNow } from '../../kernel/use-now.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { type DisplayStatus, displayStatus } from './invoice-status.ts';
import styles from './invoices.module.css';
import type texts from './invoices.screen.pt.json';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    invoices: typeof texts;
  }
}

type Props = { invoice: InvoiceView };

/** The zone of a company that has not said its own is the product's. */
const zoneOf = (zone: string | undefined): string => zone ?? 'America/Sao_Paulo';

/** The plan, and the month that is paid. */
export const DetailCell = ({ invoice: { detail, dueDate } }: Props) => {
  const { t } = useTexts('invoices');
  const zone = zoneOf(useFormat().zone);
  const month = new Intl.DateTimeFormat(locales[currentLanguage()], { month: 'long', timeZone: zone }).format(new Date(dueDate));
  return <b>{t('detail', { plan: detail, month })}</b>;
};

/** The day, and how far it is while the invoice waits to be paid. */
export const DueCell = ({ invoice: { dueDate, status } }: Props) => {
  const { date, zone } = useFormat();
  const now = useNow();
  const days = daysUntil(new Date(dueDate), new Date(now), zoneOf(zone));
  const distance = new Intl.RelativeTimeFormat(locales[currentLanguage()], { numeric: 'auto' }).format(days, 'day');
  return (
    <>
      <time dateTime={dueDate}>{date(dueDate)}</time>
      {status === 'open' && <span className="secondary"> · {distance}</span>}
    </>
  );
};

const icons = { paid: Check, overdue: CircleAlert, open: Circle } satisfies Record<DisplayStatus, unknown>;

/** Paid, overdue or open, as of today. */
export const StatusCell = ({ invoice }: Props) => {
  const { t } = useTexts('invoices');
  const { zone } = useFormat();
  const status = displayStatus(invoice, useNow(), zoneOf(zone));
  return (
    <span className={styles.state} data-status={status}>
      <Icon of={icons[status]} />
      {t(`status.${status}`)}
    </span>
  );
};
