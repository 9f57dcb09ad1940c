import { type InvoiceView, invoiceRoutes, type SubscriptionView } from '@prosa/contracts';
import { useEffect, useRef, useState } from 'react';
import { chargeBody } from '../../company/checkout/charge-body.ts';
import styles from '../../company/checkout/checkout.module.css';
import { Checkout } from '../../company/checkout/checkout.tsx';
import { call } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useAnswer } from '../../kernel/calls/use-answer.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { TextButton } from '../../ui/marks/button.tsx';
import { ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { EntryPage, FormRefusal, type FrameProps } from './entry-page.tsx';

type Props = FrameProps & {
  /** The checkout's token, from the refused sign-in. It is kept by this page alone. */
  token: string;
  onBack: () => void;
  /** The company is renewed: its administrator may sign in. */
  onPaid: () => void;
};

/** The checkout of an expired company's overdue invoice, reached from the refused sign-in: no session, no socket, only the token. */
export const OverdueCheckoutPage = ({ token, onBack, onPaid, ...frame }: Props) => {
  const { t } = useTexts('checkout');
  const { reply, failure, again } = useAnswer(() => call(invoiceRoutes.subscription, { token }));
  if (reply?.data.invoice)
    return <Paying {...frame} {...{ token, onBack, onPaid }} subscription={reply.data} begun={reply.data.invoice} />;
  const isOver = failure?.status === 401 || failure?.status === 403;
  return (
    <EntryPage {...frame} title={t('overdueTitle')}>
      {failure && !isOver ? (
        <ErrorState title={t('failed')} onRetry={again}>
          {errorText(failure)}
        </ErrorState>
      ) : failure || reply ? (
        <p role="status">{isOver ? t('tokenOver') : `${t('nothing')}. ${t('nothingHint')}`}</p>
      ) : (
        <SkeletonRows rows={4} label={t('loading')} />
      )}
      <p className={styles.back}>
        <TextButton onClick={onBack}>{t('signInAgain')}</TextButton>
      </p>
    </EntryPage>
  );
};

type PayingProps = Props & { subscription: SubscriptionView; begun: InvoiceView };

const Paying = ({ token, onBack, onPaid, subscription, begun, ...frame }: PayingProps) => {
  const { t } = useTexts('checkout');
  const [isCharged, setCharged] = useState(false);
  const invoice = useFollowed(begun, token, isCharged);
  return (
    <Checkout
      subscription={subscription}
      invoice={invoice}
      name={subscription.name}
      usage={null}
      pay={async (payer, plan, idempotencyKey) =>
        (await call(invoiceRoutes.subscribe, { body: chargeBody(begun, payer, plan), idempotencyKey, token })).data
      }
      onCharged={() => setCharged(true)}
      onCancel={onBack}
      onDone={onPaid}
    >
      {({ title, body, footer, refusal, onSubmit }) => (
        <EntryPage {...frame} title={title} notice={isCharged && invoice.status !== 'paid' ? t('charged') : null}>
          <form
            className={styles.page}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              onSubmit?.();
            }}
          >
            <div>{body}</div>
            {refusal !== null && <FormRefusal>{refusal}</FormRefusal>}
            {footer && <div className={styles.foot}>{footer}</div>}
          </form>
        </EntryPage>
      )}
    </Checkout>
  );
};

/** How often the invoice is asked for while its payment is awaited, in milliseconds. */
const LOOK_MS = 3_000;

/** The invoice, asked for again and again while it waits for its payment; a call that fails is followed by the next. */
const useFollowed = (begun: InvoiceView, token: string, isCharged: boolean): InvoiceView => {
  const [invoice, setInvoice] = useState(begun);
  const isWaiting = isCharged && invoice.status !== 'paid';
  const { id } = begun;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!isWaiting) return;
    const controller = new AbortController();
    const { signal } = controller;
    const look = async (): Promise<void> => {
      try {
        setInvoice((await call(invoiceRoutes.show, { params: { id }, token, signal })).data);
      } catch {
        // Without an answer nothing is known; the bank's word comes later.
      }
      if (!signal.aborted) timer.current = setTimeout(() => void look(), LOOK_MS);
    };
    timer.current = setTimeout(() => void look(), LOOK_MS);
    return () => {
      controller.abort();
      clearTimeout(timer.current);
    };
  }, [isWaiting, id, token]);
  return invoice;
};
