import Clock from 'lucide-react/icons/clock';
import { type ComponentType, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { failureShown } from '../../kernel/calls/toasts.slice.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFeatures } from '../../shell/features-context.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import { IconButton, TextButton } from '../../ui/marks/button.tsx';
import styles from './waiting.module.css';

/** The number of unsent messages, what opens their list, and the list while it is open. */
const useWaiting = () => {
  const dispatch = useDispatch();
  const features = useFeatures();
  const count = useSelector((state) => features.reduce((sum, { waits }) => sum + (waits?.count(state as never) ?? 0), 0));
  const [List, setList] = useState<ComponentType<{ onClose: () => void }> | null>(null);
  const open = async () => {
    try {
      const part = await features.find(({ waits }) => waits)?.waits?.part.load();
      if (part) setList(() => part.WaitingList);
    } catch (error) {
      dispatch(failureShown(failureOf(error)));
    }
  };
  return { count, open: () => void open(), list: List && <List onClose={() => setList(null)} /> };
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
