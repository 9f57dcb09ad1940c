import CloudOff from 'lucide-react/icons/cloud-off';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useLater } from '../kernel/later.ts';
import { selectLive } from '../kernel/live.slice.ts';
import { Banner } from '../ui/states.tsx';
import { overShell } from './later-over-shell.ts';
import styles from './shell.module.css';
import { useNewVersion } from './update.ts';
import { WaitingLink } from './waiting.tsx';

/** States of the whole app: no network, live connection lost, a new version. */
export const Banners = () => {
  const { t } = useTranslation();
  const { stale, offline } = useSelector(selectLive);
  const version = useNewVersion();
  const over = useLater(overShell, version !== null);
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
      {version && over && <over.UpdateBanner {...version} />}
    </div>
  );
};
