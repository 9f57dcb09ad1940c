import type { InvoiceView, OfferedPlan } from '@prosa/contracts';
import { formatDate, formatMoney } from '../../kernel/i18n/format.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Allowed } from '../plan-choice/plan-cards.tsx';
import styles from './checkout.module.css';
import type { Payer } from './payer.ts';

type Props = { invoice: InvoiceView; plan: OfferedPlan; payer: Payer; zone: string; until: string };

/** The third step: what is paid, by whom, and what comes of it. */
export const ReviewStep = ({ invoice, plan, payer, zone, until }: Props) => {
  const { t } = useTexts('checkout');
  const city = [payer.city, payer.state].filter(Boolean).join(', ');
  const country = payer.country && t(`countries.${payer.country}`);
  return (
    <dl className={styles.review}>
      <div>
        <dt>{t('plan')}</dt>
        <dd>
          {plan.name}{' '}
          <small>
            <Allowed plan={plan} />
          </small>
        </dd>
      </div>
      <div>
        <dt>{t('invoice')}</dt>
        <dd>
          {invoice.number} <small>{t('dueOn', { date: formatDate(invoice.dueDate, zone) })}</small>
        </dd>
      </div>
      <div>
        <dt>{t('billing')}</dt>
        <dd>
          {payer.firstName} <small>{[payer.address2, city, payer.zipcode, country].filter(Boolean).join(' · ')}</small>
        </dd>
      </div>
      <div>
        <dt>{t('renewsUntil')}</dt>
        <dd>{until}</dd>
      </div>
      <div className={styles.total}>
        <dt>{t('total')}</dt>
        <dd>{formatMoney(plan.value)}</dd>
      </div>
    </dl>
  );
};
