import type { FirstSteps as Steps } from '@prosa/contracts';
import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { playSample, removeSampleThere } from '../../channels/sample-customer/sample-customer.commands.ts';
import { selectIsRunning } from '../../kernel/calls/commands.slice.ts';
import { remember, remembered } from '../../kernel/device/storage.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import { Button, TextButton } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { areTaken, selectDashboard } from './dashboard.slice.ts';
import styles from './first-steps.module.css';

type Step = Exclude<keyof Steps, 'sample'>;

/** The steps in their order, and the screens where they are taken. */
const WAYS: readonly [Step, string][] = [
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
  const me = useSelector(selectMe);
  const userId = me?.id ?? '';
  const [isHidden, setHidden] = useState(() => remembered('firstSteps') === userId);
  if (!steps || isHidden || areTaken(steps) || me?.profile !== 'admin') return null;
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
              <small>{step === 'answered' && steps.sample ? t('sample.about') : t(`stepsAbout.${step}`)}</small>
            </span>
            {!steps[step] &&
              (step === 'answered' ? (
                <Sample isThere={steps.sample} isNext={step === next} />
              ) : (
                <Link
                  className={`button small ${step === next ? 'call' : ''}`}
                  to={way}
                  aria-label={t('stepGo', { act: t(`stepsGo.${step}`), step: t(`steps.${step}`) })}
                >
                  {t(`stepsGo.${step}`)}
                </Link>
              ))}
          </li>
        ))}
      </ol>
    </section>
  );
};

/** Lets the test customer write; once they are there, leads to them and removes them. */
const Sample = ({ isThere, isNext }: { isThere: boolean; isNext: boolean }) => {
  const { t } = useTexts('dashboard');
  const dispatch = useDispatch();
  const isStarting = useSelector(selectIsRunning(playSample.act({})));
  const isRemoving = useSelector(selectIsRunning(removeSampleThere.act({})));
  if (!isThere)
    return (
      <Button small kind={isNext ? 'call' : 'default'} busy={isStarting} onClick={() => dispatch(playSample.start({}))}>
        {t('stepsGo.answered')}
      </Button>
    );
  return (
    <span className={styles.acts}>
      <Button small kind="quiet" busy={isRemoving} onClick={() => dispatch(removeSampleThere.start({}))}>
        {t('sample.remove')}
      </Button>
      <Link className={`button small ${isNext ? 'call' : ''}`} to="/tickets">
        {t('sample.open')}
      </Link>
    </span>
  );
};
