import BellIcon from 'lucide-react/icons/bell';
import { useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { useLater } from '../kernel/later.ts';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { Popover } from '../ui/popover.tsx';
import styles from './bell.module.css';
import { overShell } from './later-over-shell.ts';
import { useNoticeCount } from './notices.ts';

/** The number of tickets with unread messages, and the list of them. */
export const Bell = () => {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const count = useNoticeCount();
  return (
    <Popover
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      needs={overShell}
      content={<LateNoticeList count={count} onClose={() => setOpen(false)} />}
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

const LateNoticeList = (props: { count: number; onClose: () => void }) => {
  const over = useLater(overShell);
  return over && <over.NoticeList {...props} />;
};
