import { connections as definition } from '@prosa/contracts/schemas';
import Plug from 'lucide-react/icons/plug';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { connections } from '../../channels/connections/connections.slice.ts';
import { call } from '../../kernel/calls/client.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { EmptyState } from '../../ui/marks/states.tsx';
import styles from './dashboard.module.css';

/**
 * The first step of a new company: without a connection nobody can write to it. It asks by itself, because the connections that
 * the drawer needs are fetched later; once these are known, they count.
 */
export const FirstStep = () => {
  const { t } = useTexts('dashboard');
  const [hasNone, setHasNone] = useState(false);
  const isKnown = useSelector(connections.selectState).status === 'ready';
  const hasOwn = useSelector(connections.selectAll).length > 0;
  useEffect(() => {
    const controller = new AbortController();
    call(definition.routes.list, { signal: controller.signal })
      .then(({ data }) => setHasNone(data.length === 0))
      .catch(() => undefined); // the figures are shown all the same
    return () => controller.abort();
  }, []);
  if (isKnown ? hasOwn : !hasNone) return null;
  return (
    <section className={styles.panel} aria-label={t('firstStep')}>
      <EmptyState
        icon={Plug}
        title={t('firstStep')}
        action={
          <Link className="button primary" to="/connections">
            {t('firstStepGo')}
          </Link>
        }
      >
        {t('firstStepHint')}
      </EmptyState>
    </section>
  );
};
