import CloudOff from 'lucide-react/icons/cloud-off';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useSelector } from 'react-redux';
import { useLoaded } from '../../kernel/calls/use-loaded.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectLive } from '../../kernel/live/live.slice.ts';
import { useLater } from '../../kernel/loading/later.ts';
import { emailNotice } from '../../people/mail/later-email-notice.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import { Banner } from '../../ui/marks/states.tsx';
import { overShell } from '../overlays/later-over-shell.ts';
import { useNewVersion } from '../overlays/update.ts';
import { DueBanner } from './due-banner.tsx';
import styles from './shell.module.css';
import { WaitingLink } from './waiting.tsx';

/** States of the whole app: no network, live connection lost, a new version, an e-mail that is not confirmed, a subscription that ends soon. */
export const Banners = () => {
  const { t } = useTexts();
  const { stale, offline } = useSelector(selectLive);
  const version = useNewVersion();
  const over = useLater(overShell, version !== null);
  const me = useSelector(selectMe);
  const isUnconfirmed = me !== null && (!me.emailVerified || me.pendingEmail !== null);
  const check = useLoaded(emailNotice, isUnconfirmed);
  return (
    <div className={styles.banners}>
      {offline ? (
        <Banner icon={WifiOff} action={<WaitingLink />}>
          {t('offline')}
        </Banner>
      ) : (
        stale && (
          <Banner icon={CloudOff} action={<WaitingLink />}>
            {t('reconnecting')}
          </Banner>
        )
      )}
      {isUnconfirmed && check && (
        <check.EmailNotice
          key={me.pendingEmail ?? me.email}
          email={me.pendingEmail ?? me.email ?? ''}
          isNew={me.pendingEmail !== null}
        />
      )}
      <DueBanner />
      {version && over && <over.UpdateBanner {...version} />}
    </div>
  );
};
