import Check from 'lucide-react/icons/check';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { VisuallyHidden } from '../../ui/marks/visually-hidden.tsx';
import styles from './checkout.module.css';

/** The steps in their order; `paid` comes after the last one of the bar. */
export const steps = ['data', 'plan', 'review', 'pay', 'paid'] as const;
export type Step = (typeof steps)[number];

/** The steps by name, and which one is shown. */
export const StepsBar = ({ at }: { at: Step }) => {
  const { t } = useTexts('checkout');
  const now = steps.indexOf(at);
  return (
    <ol className={styles.steps} aria-label={t('steps')}>
      {(['data', 'plan', 'review', 'pay'] as const).map((step, place) => (
        <li key={step} {...(place === now ? { 'aria-current': 'step' } : {})} data-past={place < now || undefined}>
          <span aria-hidden="true">{place < now ? <Icon of={Check} /> : place + 1}</span>
          <em>{t(`step.${step}`)}</em>
          {place < now && <VisuallyHidden> {t('done')}</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
};
