import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { formatCount } from '../i18n/format.ts';
import { selectMay } from '../sessions/sessions.slice.ts';
import type { Screen } from '../shell/feature.ts';
import { useTitle } from '../shell/title.ts';
import { users } from '../users/users.slice.ts';
import { SettingSwitch } from './setting-switch.tsx';
import { changeSetting } from './settings.commands.ts';
import styles from './settings.module.css';

/** The company's settings: each applies at once. */
const Settings = () => {
  const { t } = useTranslation('settings');
  const mayWrite = useSelector(selectMay('settings:write'));
  useTitle(t('title'));
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
      </header>
      <section className={styles.panel} aria-labelledby="settings-security">
        <header>
          <h2 id="settings-security">{t('security')}</h2>
          <span>{t(mayWrite ? 'atOnce' : 'onlyAdministrators')}</span>
        </header>
        <SettingSwitch setting="twoStepRequired" title={t('twoStepRequired')}>
          <p>{t('twoStepRequiredHint')}</p>
          <Lacking />
        </SettingSwitch>
      </section>
    </div>
  );
};

/** Whom it concerns: how many users have not set up a second step yet. */
const Lacking = () => {
  const { t } = useTranslation('settings');
  const dispatch = useDispatch();
  const all = useSelector(users.selectAll);
  useEffect(() => void dispatch(users.wanted()), [dispatch]);
  if (all.length === 0) return null;
  const count = all.filter(({ twoStep }) => !twoStep).length;
  return <p>{t('lacking', { count, shown: formatCount(count), all: formatCount(all.length) })}</p>;
};

export const screen: Screen = { element: <Settings />, saga: changeSetting.saga };
