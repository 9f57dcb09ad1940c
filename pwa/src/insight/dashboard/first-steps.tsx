import type { FirstSteps as Steps } from '@prosa/contracts';
import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { remember, remembered } from '../../kernel/device/storage.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import { TextButton } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { areTaken, selectDashboard } from './dashboard.slice.ts';
import styles from './first-steps.module.css';

/** The steps in their order, and the screens where they are taken. */
const WAYS: readonly [keyof Steps, string][] = [
  ['channel', '/connections'],
  ['queue', '/queues'],
  ['people', '/users'],
  ['greeting', '/queues'],
  ['answered', '/tickets'],
];

/** The first steps of a new company, until all have been taken or the administrator hides them on this device. */
export const FirstSteps = () => {
  const { t } = useTexts('dashboard');
  const { steps } = useSelector(selectDashboard);
  const userId = useSelector(selectMe)?.id ?? '';
  const [isHidden, setHidden] = useState(() => remembered('firstSteps') === userId);
  if (!steps || isHidden || areTaken(steps)) return null;
  const taken = WAYS.filter(([step]) => steps[step]).length;
  const next = WAYS.find(([step]) => !steps[step])?.[0];
  const hide = () => {
    remember('firstSteps', userId);
    setHidden(true);
  };
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">{t('firstSteps')}</h2>
        <span className={styles.taken}>{t('stepsTaken', { taken, all: WAYS.length })}</span>
        <TextButton onClick={hide}>{t('hideSteps')}</TextButton>
      </header>
      <ol>
        {WAYS.map(([step, way]) => (
          <li key={step} className={steps[step] ? styles.done : undefined}>
            <span className={styles.mark}>
              {steps[step] && (
                <span role="img" aria-label={t('stepTaken')}>
                  <Icon of={Check} size="tiny" />
                </span>
              )}
            </span>
            <span className={styles.words}>
              <b>{t(`steps.${step}`)}</b>
              <small>{t(`stepsAbout.${step}`)}</small>
            </span>
            {!steps[step] && (
              <Link
                className={`button small ${step === next ? 'call' : ''}`}
                to={way}
                aria-label={t('stepGo', { act: t(`stepsGo.${step}`), step: t(`steps.${step}`) })}
              >
                {t(`stepsGo.${step}`)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
};
