import { countryCodes } from '@prosa/contracts/schemas';
import History from 'lucide-react/icons/history';
import { type ReactNode, useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { fork } from 'redux-saga/effects';
import { ExportButton } from '../../insight/exports/export-button.tsx';
import { formatCount } from '../../kernel/i18n/format.ts';
import { type Language, locales } from '../../kernel/i18n/languages.ts';
import { useLanguage, useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectMay, selectMe, selectSetting } from '../../people/sessions/sessions.slice.ts';
import { twoStepUsers } from '../../people/users/two-step-users.slice.ts';
import { users } from '../../people/users/users.slice.ts';
import type { Screen } from '../../shell/feature.ts';
import { useTitle } from '../../shell/title.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { type TabItem, Tabs } from '../../ui/marks/tabs.tsx';
import { AccountSettings } from '../accounts/account-settings.tsx';
import { watchAccountCommands } from '../accounts/accounts.commands.ts';
import { HelpSettings } from '../helps/help-settings.tsx';
import { watchHelpCommands } from '../helps/helps.commands.ts';
import { PlanSettings } from '../plans/plan-settings.tsx';
import { watchPlanCommands } from '../plans/plans.commands.ts';
import { CompanyHours } from './company-hours.tsx';
import { Integrations } from './integrations.tsx';
import { SettingSelect, SettingSwitch } from './setting-switch.tsx';
import { changeSetting } from './settings.commands.ts';
import styles from './settings.module.css';

type Tab = 'options' | 'schedules' | 'companies' | 'plans' | 'helps';

/** The company's settings: each applies at once; and its hours, where those are the company's. */
const Settings = () => {
  const { t } = useTexts('settings');
  const hasHours = useSelector(selectSetting('scheduleType')) === 'company';
  const mayWrite = useSelector(selectMay('settings:write'));
  const mayReadHistory = useSelector(selectMay('history:read'));
  const keepsCompanies = useSelector(selectMay('companies:write'));
  const keepsPlans = useSelector(selectMay('plans:write'));
  const keepsHelps = useSelector(selectMay('helps:write'));
  const [chosen, setChosen] = useState<Tab>('options');
  const tabs: TabItem<Tab>[] = [{ id: 'options', label: t('options') }];
  if (hasHours && mayWrite) tabs.push({ id: 'schedules', label: t('schedules') });
  if (keepsCompanies) tabs.push({ id: 'companies', label: t('companies') });
  if (keepsPlans) tabs.push({ id: 'plans', label: t('plans') });
  if (keepsHelps) tabs.push({ id: 'helps', label: t('helps') });
  // The chosen tab may go while it is open.
  const tab = tabs.some(({ id }) => id === chosen) ? chosen : 'options';
  useTitle(t('title'));
  return (
    // Where nothing can be set, keys must scroll it all the same.
    <div className={styles.page} tabIndex={mayWrite ? undefined : 0}>
      <header className={styles.head}>
        <h1 className="grow">{t('title')}</h1>
        {mayReadHistory && (
          <Link className={`button ${styles.way}`} to="/settings/history">
            <Icon of={History} />
            {t('history')}
          </Link>
        )}
      </header>
      {tabs.length > 1 && <Tabs className={styles.tabs!} label={t('title')} items={tabs} chosen={tab} onChoose={setChosen} />}
      {panels[tab]}
    </div>
  );
};

const Options = () => {
  const { t } = useTexts('settings');
  const mayWrite = useSelector(selectMay('settings:write'));
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <section className={styles.panel} aria-labelledby="settings-attendance">
          <header>
            <h2 id="settings-attendance">{t('attendance')}</h2>
            <span>{t(mayWrite ? 'atOnce' : 'onlyAdministrators')}</span>
          </header>
          <SettingSwitch setting="userRating" title={t('userRating')}>
            <p>{t('userRatingHint')}</p>
          </SettingSwitch>
          <SettingSelect
            setting="scheduleType"
            title={t('scheduleType')}
            items={(['disabled', 'queue', 'company'] as const).map((id) => ({ id, name: t(`scheduleTypes.${id}`) }))}
          >
            <p>{t('scheduleTypeHint')}</p>
          </SettingSelect>
          <SettingSelect
            setting="chatBotType"
            title={t('chatBotType')}
            items={(['text', 'button', 'list'] as const).map((id) => ({ id, name: t(`chatBotTypes.${id}`) }))}
          >
            <p>{t('chatBotTypeHint')}</p>
          </SettingSelect>
          <SettingSwitch setting="sendProtocol" title={t('sendProtocol')}>
            <p>{t('sendProtocolHint')}</p>
          </SettingSwitch>
          <SettingSwitch setting="call" title={t('call')}>
            <p>{t('callHint')}</p>
          </SettingSwitch>
          <SettingSwitch setting="CheckMsgIsGroup" title={t('CheckMsgIsGroup')}>
            <p>{t('CheckMsgIsGroupHint')}</p>
          </SettingSwitch>
          <SettingSwitch setting="VerFilaCinza" title={t('VerFilaCinza')}>
            <p>{t('VerFilaCinzaHint')}</p>
          </SettingSwitch>
          <SettingSelect setting="country" title={t('country')} items={countriesIn(useLanguage())}>
            <p>{t('countryHint')}</p>
          </SettingSelect>
          {mayWrite && (
            <div className={`${styles.setting} ${styles.choice}`}>
              <div>
                <b>{t('contactFields')}</b>
                <p>{t('contactFieldsHint')}</p>
              </div>
              <Link className="button" to="/settings/contact-fields">
                {t('contactFieldsWay')}
              </Link>
            </div>
          )}
        </section>
        <section className={styles.panel} aria-labelledby="settings-security">
          <header>
            <h2 id="settings-security">{t('security')}</h2>
          </header>
          <SettingSwitch setting="twoStepRequired" title={t('twoStepRequired')}>
            <p>{t('twoStepRequiredHint')}</p>
            {mayWrite && <Lacking />}
          </SettingSwitch>
          <ExportOfAll />
          <CompanyHistory />
        </section>
      </div>
      {mayWrite && <Integrations />}
    </div>
  );
};

/** For administrators: the way to everything of the company. */
const ExportOfAll = () => {
  const { t } = useTexts('settings');
  if (useSelector(selectMe)?.profile !== 'admin') return null;
  return (
    <div className={`${styles.setting} ${styles.choice}`}>
      <div>
        <b>{t('exports')}</b>
        <p>{t('exportsHint')}</p>
      </div>
      <ExportButton ticketId={null} name={t('exportsOf')} label={t('exportsWay')} />
    </div>
  );
};

/** For those who may read it: the way to what happened to the company. */
const CompanyHistory = () => {
  const { t } = useTexts('settings');
  const mayRead = useSelector(selectMay('company-history:read'));
  const me = useSelector(selectMe);
  if (!mayRead || !me) return null;
  return (
    <div className={`${styles.setting} ${styles.choice}`}>
      <div>
        <b>{t('companyHistory')}</b>
        <p>{t('companyHistoryHint')}</p>
      </div>
      <Link className="button" to={`/companies/${me.companyId}/history`}>
        {t('companyHistoryWay')}
      </Link>
    </div>
  );
};

/** The countries that a company may be of, by name. */
const countriesIn = (language: Language): { id: string; name: string }[] => {
  const names = new Intl.DisplayNames(locales[language], { type: 'region' });
  return countryCodes
    .map((id) => ({ id, name: names.of(id) ?? id }))
    .sort((a, b) => a.name.localeCompare(b.name, locales[language]));
};

/** Whom it concerns: how many users have not set up a second step yet. */
const Lacking = () => {
  const { t } = useTexts('settings');
  const dispatch = useDispatch();
  const all = useSelector(users.selectAll);
  const secured = useSelector(twoStepUsers.selectState);
  useEffect(() => {
    dispatch(users.wanted());
    dispatch(twoStepUsers.wanted());
  }, [dispatch]);
  if (all.length === 0 || secured.live.asOf === null) return null;
  const count = all.filter(({ id }) => !secured.live.byId[id]).length;
  return <p>{t('lacking', { count, shown: formatCount(count), all: formatCount(all.length) })}</p>;
};

const panels: Record<Tab, ReactNode> = {
  options: <Options />,
  schedules: <CompanyHours />,
  companies: <AccountSettings />,
  plans: <PlanSettings />,
  helps: <HelpSettings />,
};

export const screen: Screen = {
  element: <Settings />,
  *saga() {
    yield fork(changeSetting.saga);
    for (const watch of [watchHelpCommands, watchAccountCommands, watchPlanCommands]) yield fork(watch);
  },
  speaks: ['hours', 'helps', 'accounts', 'plans'],
};
