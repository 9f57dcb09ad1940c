import BellIcon from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import BellRing from 'lucide-react/icons/bell-ring';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../sessions/use-format.ts';
import type { Notice } from '../shell/feature.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Popover } from '../ui/popover.tsx';
import { EmptyState } from '../ui/states.tsx';
import styles from './bell.module.css';
import { askForNotices, useNoticePermission } from './browser-notices.ts';
import { useNoticeCount, useNotices } from './notices.ts';

/** How many tickets have something to read, and which. */
export const Bell = () => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const count = useNoticeCount();
  return (
    <Popover isOpen={isOpen} onClose={() => setOpen(false)} content={<NoticeList count={count} onClose={() => setOpen(false)} />}>
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

const NoticeList = ({ count, onClose }: { count: number; onClose: () => void }) => {
  const { t } = useTranslation();
  const id = useId();
  const notices = useNotices();
  const permission = useNoticePermission();
  return (
    <section className="popover" role="dialog" aria-labelledby={id}>
      <div className="head">
        <h2 id={id}>{t('notifications')}</h2>
        {count > 0 && <span className="secondary">{t('unreadTickets', { count })}</span>}
      </div>
      {notices.length === 0 ? (
        <EmptyState
          icon={BellIcon}
          title={t('nothingUnread')}
          action={
            permission === 'default' && (
              <Button small onClick={() => void askForNotices()}>
                {t('turnOnBrowserNotices')}
              </Button>
            )
          }
        >
          {t('nothingUnreadHint')}
        </EmptyState>
      ) : (
        <>
          <ul>
            {notices.map((notice) => (
              <li key={notice.id}>
                <NoticeLine notice={notice} onClose={onClose} />
              </li>
            ))}
          </ul>
          <div className="foot">
            <Link className="button quiet small" to="/tickets" onClick={onClose}>
              {t('seeAll', { count })}
            </Link>
            {permission === 'default' ? (
              <Button kind="quiet" small onClick={() => void askForNotices()}>
                {t('turnOnBrowserNotices')}
              </Button>
            ) : (
              <span className="notify">
                <Icon of={permission === 'granted' ? BellRing : BellOff} />
                {t(permission === 'granted' ? 'browserNoticesOn' : 'browserNoticesOff')}
              </span>
            )}
          </div>
        </>
      )}
    </section>
  );
};

const NoticeLine = ({
  notice: { title, text, at, unread, to, channel, picture },
  onClose,
}: {
  notice: Notice;
  onClose: () => void;
}) => {
  const { rowTime } = useFormat();
  return (
    <Link className="notice" to={to} onClick={onClose}>
      <Avatar name={title} picture={picture} channel={channel} />
      <span className="lines">
        <span className="line">
          <span className="name truncate">{title}</span>
          <time dateTime={at}>{rowTime(at)}</time>
        </span>
        <span className="line">
          <span className="last truncate">{text}</span>
          <Badge count={unread} />
        </span>
      </span>
    </Link>
  );
};
