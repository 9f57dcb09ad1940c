import BellIcon from 'lucide-react/icons/bell';
import { useState } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useLater } from '../../kernel/loading/later.ts';
import { useEver } from '../../kernel/loading/use-ever.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import { IconButton } from '../../ui/marks/button.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { useNoticeCount } from '../notices/notices.ts';
import { overShell } from '../overlays/later-over-shell.ts';
import styles from './bell.module.css';

/** The number of tickets that ask for the user, and the list of them. */
export const Bell = () => {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const count = useNoticeCount();
  const over = useLater(overShell, useEver(isOpen));
  const close = () => setOpen(false);
  return (
    <Popover
      isOpen={isOpen && over !== null}
      onClose={close}
      content={over ? <over.NoticeList count={count} onClose={close} /> : <span />}
    >
      <IconButton
        icon={BellIcon}
        label={t('bell', { count })}
        className={styles.hasCount}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Badge count={count} label="" />
      </IconButton>
    </Popover>
  );
};
