import CloudOff from 'lucide-react/icons/cloud-off';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectLive } from '../kernel/live.slice.ts';
import { TextButton } from '../ui/button.tsx';
import { Banner } from '../ui/states.tsx';
import styles from './shell.module.css';
import { useUpdate } from './update.ts';

/** What holds for the whole screen: no network, not connected, a new version. */
export const Banners = () => {
  const { t } = useTranslation();
  const { stale, offline } = useSelector(selectLive);
  const { isWaiting, update } = useUpdate();
  return (
    <div className={styles.banners}>
      {offline ? <Banner icon={WifiOff}>{t('offline')}</Banner> : stale && <Banner icon={CloudOff}>{t('reconnecting')}</Banner>}
      {isWaiting && (
        <Banner icon={RefreshCw} action={<TextButton onClick={update}>{t('update')}</TextButton>}>
          {t('newVersion')}
        </Banner>
      )}
    </div>
  );
};
