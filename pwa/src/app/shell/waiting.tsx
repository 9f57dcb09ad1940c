import Clock from 'lucide-react/icons/clock';
import { useSelector } from 'react-redux';
import { useOpened } from '../../kernel/calls/use-opened.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFeatures } from '../../shell/features-context.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import { IconButton, TextButton } from '../../ui/marks/button.tsx';
import styles from './waiting.module.css';

/** The number of unsent messages, what opens their list, and the list while it is open. */
const useWaiting = () => {
  const features = useFeatures();
  const count = useSelector((state) => features.reduce((sum, { waits }) => sum + (waits?.count(state as never) ?? 0), 0));
  const { opened, open, close } = useOpened(features.find(({ waits }) => waits)?.waits?.part);
  return { count, open, list: opened && <opened.WaitingList onClose={close} /> };
};

/** Beside the bell, while something waits. */
export const WaitingButton = () => {
  const { t } = useTexts();
  const { count, open, list } = useWaiting();
  return (
    <>
      {count > 0 && (
        <IconButton icon={Clock} label={t('waiting', { count })} aria-haspopup="dialog" onClick={open}>
          <Badge count={count} label="" />
        </IconButton>
      )}
      {list}
    </>
  );
};

/** In the banner that states the reason. */
export const WaitingLink = () => {
  const { t } = useTexts();
  const { count, open, list } = useWaiting();
  return (
    <>
      {count > 0 && (
        <TextButton className={styles.link} onClick={open}>
          {t('waiting', { count })}
        </TextButton>
      )}
      {list}
    </>
  );
};
