import type { OfferedPlan } from '@prosa/contracts';
import { type ReactNode, type Ref, useId } from 'react';
import { formatCount, formatMoney } from '../../kernel/i18n/format.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { ChoiceCard, choiceCards } from '../../ui/fields/choice-card.tsx';
import { Fault } from '../../ui/fields/fault.tsx';
import { TextButton } from '../../ui/marks/button.tsx';
import { SkeletonRows } from '../../ui/marks/states.tsx';
import styles from './plan-cards.module.css';
import type texts from './plan-choice.screen.pt.json';
import type { Offer } from './use-offer.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    'plan-choice': typeof texts;
  }
}

type Props = {
  offer: Offer;
  /** The chosen plan's id; '' for none. */
  chosen: string;
  onChoose: (id: string) => void;
  error?: string | undefined;
  /** Below the cards. */
  hint?: ReactNode;
  /** The first card's, to give it the focus. */
  ref?: Ref<HTMLInputElement>;
};

/** A choice of one plan, as cards with what it allows and what it costs: arrow keys move between them. */
export const PlanCards = ({ offer: { plans, hasFailed, retry }, chosen, onChoose, error, hint, ref }: Props) => {
  const { t } = useTexts('plan-choice');
  const id = useId();
  const about = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <fieldset
      className={`field ${choiceCards} ${styles.plans}`}
      data-invalid={error ? true : undefined}
      {...(about ? { 'aria-describedby': about } : {})}
    >
      <legend className="label">{t('plan')}</legend>
      {plans?.map((plan, at) => (
        <ChoiceCard
          key={plan.id}
          name={id}
          ref={at === 0 ? ref : undefined}
          checked={plan.id === chosen}
          onChoose={() => onChoose(plan.id)}
          title={plan.name}
          about={<Allowed plan={plan} />}
        >
          <span className={styles.price}>
            <b>{formatMoney(plan.value)}</b>
            <small>{t('monthly')}</small>
          </span>
        </ChoiceCard>
      ))}
      {hasFailed ? (
        <p className="error" role="alert">
          {t('failed')} <TextButton onClick={retry}>{t('retry')}</TextButton>
        </p>
      ) : (
        !plans && <SkeletonRows rows={3} label={t('loading')} />
      )}
      {plans?.length === 0 && <p role="status">{t('none')}</p>}
      {error && <Fault id={`${id}-error`}>{error}</Fault>}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  );
};

/** How many users, connections and queues a plan allows. */
export const Allowed = ({ plan }: { plan: Pick<OfferedPlan, 'users' | 'connections' | 'queues'> }) => {
  const { t } = useTexts('plan-choice');
  const of = (kind: 'users' | 'connections' | 'queues') => t(kind, { count: plan[kind], shown: formatCount(plan[kind]) });
  return `${of('users')} · ${of('connections')} · ${of('queues')}`;
};
