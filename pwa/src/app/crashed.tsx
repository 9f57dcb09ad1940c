import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/states.tsx';
import styles from './splash.module.css';

/** A screen that threw, or whose file could not be loaded (a new version took its place, or no network). */
export const Crashed = () => {
  const { t } = useTranslation();
  console.error(useRouteError());
  return (
    <main className={styles.splash}>
      <ErrorState title={t('crashed')}>
        {t('crashedHint')}
        <br />
        <Button onClick={() => location.reload()}>{t('reload')}</Button>
      </ErrorState>
    </main>
  );
};
