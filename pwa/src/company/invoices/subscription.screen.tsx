import { invoiceRoutes, type SubscriptionView } from '@prosa/contracts';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { api } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useAnswer } from '../../kernel/calls/use-answer.ts';
import { formatDate } from '../../kernel/i18n/format.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useNow } from '../../kernel/use-now.ts';
import { daysLeft } from '../../people/sessions/sessions.saga.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import type { Screen } from '../../shell/feature.ts';
import { useTitle } from '../../shell/title.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextArea, TextInput } from '../../ui/fields/text-input.tsx';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { Button } from '../../ui/marks/button.tsx';
import { ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './invoices.module.css';

/** The subscription: when the trial ends, where invoices go, and how to subscribe. A changed due date has it fetched again. */
const Subscription = () => {
  const { t } = useTexts('invoices');
  const dueDate = useSelector(selectMe)?.company.dueDate;
  useTitle(t('subscription.title'));
  return (
    <div className={styles.page}>
      <h1>{t('subscription.title')}</h1>
      <Fetched key={dueDate} />
    </div>
  );
};

const Fetched = () => {
  const { t } = useTexts('invoices');
  const [isOpen, setOpen] = useState(false);
  const { reply, failure, again } = useAnswer(() => api.call(invoiceRoutes.subscription, {}));
  if (failure)
    return (
      <ErrorState title={t('subscription.failed')} onRetry={again}>
        {errorText(failure)}
      </ErrorState>
    );
  if (!reply) return <SkeletonRows rows={3} label={t('subscription.loading')} />;
  const { email, trialExpiration, dueDate, timeZone } = reply.data;
  return (
    <section className={styles.panel} aria-label={t('subscription.title')}>
      {trialExpiration !== null && <Trial until={trialExpiration} />}
      <Field label={t('subscription.email')}>
        {(field) => <TextInput {...field} readOnly value={email ?? t('subscription.noEmail')} />}
      </Field>
      <Field label={t('subscription.dueDate')}>
        {(field) => <TextInput {...field} readOnly value={formatDate(dueDate, timeZone)} />}
      </Field>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {t('subscription.subscribe')}
      </Button>
      {isOpen && <ContactDialog of={reply.data} onClose={() => setOpen(false)} />}
    </section>
  );
};

/** How many days of the trial are left, rounded up. */
const Trial = ({ until }: { until: string }) => {
  const { t } = useTexts('invoices');
  const days = Math.max(0, daysLeft(until, useNow()));
  return (
    <Field label={t('subscription.trial')}>
      {(field) => (
        <TextArea {...field} className={styles.sentence} rows={1} readOnly value={t('subscription.trialEnds', { days })} />
      )}
    </Field>
  );
};

type DialogProps = { of: SubscriptionView; onClose: () => void };

/** To whom and where invoices go, and the way to them. */
const ContactDialog = ({ of: subscription, onClose }: DialogProps) => {
  useReturnFocus();
  const { t } = useTexts('invoices');
  const { name, email, billingName, invoice } = subscription;
  const { addressStreet, addressDistrict, addressCity, addressState, addressZipCode } = subscription;
  const address = [addressStreet, addressDistrict, addressCity, addressState, addressZipCode].filter(Boolean).join(' · ');
  const rows = { company: name, billingName, email, address };
  return (
    <Dialog
      title={t('subscription.contact')}
      isOpen
      onClose={onClose}
      footer={
        <Link className="button primary" to="/financeiro" onClick={onClose}>
          {invoice ? t('subscription.pay', { number: invoice.number }) : t('subscription.toInvoices')}
        </Link>
      }
    >
      <div className="body">
        <p>{t('subscription.contactHint')}</p>
        <dl className={styles.about}>
          {(['company', 'billingName', 'email', 'address'] as const).map((row) => (
            <div key={row}>
              <dt>{t(`subscription.${row}`)}</dt>
              <dd>{rows[row] || t('subscription.unknown')}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
};

export const screen: Screen = { element: <Subscription /> };
