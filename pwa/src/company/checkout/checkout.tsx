import { zodResolver } from '@hookform/resolvers/zod';
import { type InvoiceView, monthOn, newId, type OfferedPlan, type PixCharge, type SubscriptionView } from '@prosa/contracts';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useRequest } from '../../kernel/calls/use-request.ts';
import type { TextsOf } from '../../kernel/i18n/dictionary.ts';
import { formatCount, formatDate, formatMoney } from '../../kernel/i18n/format.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useNow } from '../../kernel/use-now.ts';
import { Button } from '../../ui/marks/button.tsx';
import { PlanCards } from '../plan-choice/plan-cards.tsx';
import { type Offer, useOffer } from '../plan-choice/use-offer.ts';
import styles from './checkout.module.css';
import type texts from './checkout.screen.pt.json';
import { DataStep } from './data-step.tsx';
import { PaidStep } from './paid-step.tsx';
import { type Payer, payerOf, payerSchema } from './payer.ts';
import { PixStep } from './pix-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { type Step, StepsBar, steps } from './steps-bar.tsx';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    checkout: typeof texts;
  }
}

/** Asks for a charge of the invoice. `plan`: the one that is paid. */
export type Pay = (payer: Payer, plan: OfferedPlan, idempotencyKey: string) => Promise<PixCharge>;
/** How many the company has of what plans limit. */
export type Usage = Pick<OfferedPlan, 'users' | 'connections' | 'queues'>;
/** What the checkout shows, for a dialog or a page around it. */
export type Shown = {
  title: string;
  body: ReactNode;
  footer: ReactNode;
  refusal: string | null;
  /** Makes it a form. */
  onSubmit?: () => void;
};

type Props = {
  subscription: SubscriptionView;
  /** As it is now: once it is paid, the checkout says so and ends. */
  invoice: InvoiceView;
  /** Whose name the form begins with, where the company has none for its invoices. */
  name: string;
  /** Null where it is not known. */
  usage: Usage | null;
  pay: Pay;
  /** The charge is there. */
  onCharged: () => void;
  onCancel: () => void;
  /** It is paid, and the person has read it. */
  onDone: () => void;
  children: (shown: Shown) => ReactElement;
};

/** Pays an invoice in steps: data, plan, review, the Pix charge, and that the licence is renewed. */
export const Checkout = (props: Props) => {
  const { subscription, invoice, name, usage, pay, onCharged, onCancel, onDone, children } = props;
  const { t } = useTexts('checkout');
  const zone = subscription.timeZone;
  const offer = withPriceOf(invoice, useOffer());
  const [at, setStep] = useState<Exclude<Step, 'paid'>>('data');
  const [planId, setPlanId] = useState<string>(invoice.planId);
  const [charge, setCharge] = useState<PixCharge | null>(null);
  /** Another request is another key; the same one, sent again, is not. */
  const [key, setKey] = useState(newId);
  const form = useForm<Payer>({
    resolver: zodResolver(payerSchema),
    defaultValues: payerOf(subscription, name),
    mode: 'onTouched',
  });
  const request = useRequest();
  const now = useNow();
  const refused = request.failure?.fields ?? {};
  const step: Step = invoice.status === 'paid' ? 'paid' : Object.keys(refused).length > 0 ? 'data' : at;
  const plan = offer.plans?.find(({ id }) => id === planId);
  const isExpired =
    charge !== null &&
    (Date.parse(charge.expiresAt) <= now || (invoice.charge?.txid === charge.txid && invoice.charge.status === 'EXPIRADA'));

  const change = () => {
    setKey(newId());
    request.forget();
  };
  const goTo = (next: typeof at) => {
    request.forget();
    setStep(next);
  };
  const send = (chosen: OfferedPlan, idempotencyKey: string) =>
    void request.send(
      () => pay(form.getValues(), chosen, idempotencyKey),
      (made) => {
        setCharge(made);
        setStep('pay');
        onCharged();
      },
    );
  const payAgain = () => {
    if (!plan) return;
    const next = newId();
    setKey(next);
    send(plan, next);
  };
  const until = formatDate(
    (invoice.renewedUntil ? new Date(invoice.renewedUntil) : renewedFrom(invoice, subscription)).toISOString(),
    zone,
  );
  const back = <Button onClick={() => goTo(steps[steps.indexOf(step) - 1] as typeof at)}>{t('back')}</Button>;
  const next = (
    <Button kind="primary" type="submit">
      {t('next')}
    </Button>
  );
  const shown: Record<Step, Pick<Shown, 'title' | 'body' | 'footer' | 'onSubmit'>> = {
    data: {
      title: t('title', { number: invoice.number }),
      body: <DataStep form={form} refused={refused} onChanged={change} />,
      footer: (
        <>
          <Button className="way-out" onClick={onCancel}>
            {t('cancel')}
          </Button>
          {next}
        </>
      ),
      onSubmit: () => void form.handleSubmit(() => goTo('plan'))(),
    },
    plan: {
      title: t('title', { number: invoice.number }),
      body: (
        <div className="form">
          <PlanCards
            offer={offer}
            chosen={planId}
            onChoose={(id) => {
              setPlanId(id);
              change();
            }}
            hint={tooSmall(t, offer.plans ?? [], usage)}
          />
        </div>
      ),
      footer: (
        <>
          {back}
          {next}
        </>
      ),
      onSubmit: () => plan && goTo('review'),
    },
    review: {
      title: t('title', { number: invoice.number }),
      body: plan && <ReviewStep {...{ invoice, plan, zone, until }} payer={form.getValues()} />,
      footer: (
        <>
          {back}
          {/* Another element than the former step's button at its place: otherwise a mouse that stays never comes to it. */}
          <Button key="pay" kind="primary" type="submit" busy={request.isBusy} steady={`pay ${invoice.id}`}>
            {t('payByPix')}
          </Button>
        </>
      ),
      onSubmit: () => plan && send(plan, key),
    },
    pay: {
      title: t('payTitle', { amount: formatMoney(Number(charge?.valor.original)) }),
      body: charge && <PixStep charge={charge} isExpired={isExpired} />,
      footer: isExpired && (
        <Button kind="primary" busy={request.isBusy} onClick={payAgain}>
          {t('anotherCode')}
        </Button>
      ),
    },
    paid: {
      title: t('paidTitle'),
      body: <PaidStep until={until} onDone={onDone} />,
      footer: <Button onClick={onDone}>{t('goNow')}</Button>,
    },
  };
  const { body, ...around } = shown[step];
  return children({
    ...around,
    refusal: request.failure && step !== 'data' ? errorText(request.failure) : null,
    body: (
      <>
        <StepsBar at={step} />
        <StepBody key={step} step={step} isFirst={step === 'data'}>
          {body}
        </StepBody>
      </>
    ),
  });
};

/** The due date that a payment now leads to: a month after the present one, or from today where that is past. */
const renewedFrom = ({ dueDate }: InvoiceView, { timeZone, renewalDay }: SubscriptionView): Date => {
  const next = monthOn(new Date(dueDate), timeZone, renewalDay);
  return next.getTime() > Date.now() ? next : monthOn(new Date(), timeZone);
};

/** The invoice's own plan costs what the invoice says, whatever it has come to cost since. */
const withPriceOf = ({ planId, value }: InvoiceView, offer: Offer): Offer => ({
  ...offer,
  plans: offer.plans?.map((plan) => (plan.id === planId ? { ...plan, value } : plan)) ?? null,
});

/** Which plans are too small for what the company has, each with the first thing that does not fit; undefined if none is. */
const tooSmall = (t: TextsOf<'checkout'>, plans: readonly OfferedPlan[], usage: Usage | null): string | undefined => {
  const texts = plans.flatMap((plan) => {
    const kind = usage && (['users', 'connections', 'queues'] as const).find((one) => usage[one] > plan[one]);
    if (!kind) return [];
    const count = usage[kind] - plan[kind];
    return t(`tooMany.${kind}`, { plan: plan.name, count, shown: formatCount(count) });
  });
  return texts.length === 0 ? undefined : texts.join(' ');
};

type StepProps = { step: Step; isFirst: boolean; children: ReactNode };

/** A step's content. When it takes another's place, the focus goes to it, so that its name is read. */
const StepBody = ({ step, isFirst, children }: StepProps) => {
  const { t } = useTexts('checkout');
  const ref = useRef<HTMLFieldSetElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is shown
  useEffect(() => {
    if (!isFirst) ref.current?.focus();
  }, []);
  return (
    <fieldset ref={ref} className={styles.step} tabIndex={-1} aria-label={t(`step.${step}`)}>
      {children}
    </fieldset>
  );
};
