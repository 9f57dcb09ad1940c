import ImageOff from 'lucide-react/icons/image-off';
import type { ReactNode } from 'react';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { Button } from '../../../ui/marks/button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import styles from './unshown.module.css';

type Props = {
  onRetry: () => void;
  /** More about the reason, and what else can be done. */
  children?: ReactNode;
};

/** Stands for a file whose bytes could not be loaded or shown. */
export const Unshown = ({ onRetry, children }: Props) => {
  const { t } = useTexts('messages');
  return (
    <div className={styles.unshown}>
      <Icon of={ImageOff} size="large" />
      <b>{t('media.mediaGone')}</b>
      {children}
      <Button small onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  );
};
