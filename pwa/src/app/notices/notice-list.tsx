import BellIcon from 'lucide-react/icons/bell';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useLoaded } from '../../kernel/calls/use-loaded.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import type { Notice } from '../../shell/feature.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { EmptyState } from '../../ui/marks/states.tsx';
import { switches } from './later-switches.ts';
import { useNotices } from './notices.ts';

/** The popover of the bell: the tickets with unread messages. */
export const NoticeList = ({ count, onClose }: { count: number; onClose: () => void }) => {
  const { t } = useTexts();
  const id = useId();
  const notices = useNotices();
  const device = useLoaded(switches, true);
  return (
    <section className="popover" role="dialog" aria-labelledby={id}>
      <div className="head">
        <h2 id={id}>{t('notifications')}</h2>
        {count > 0 && <span className="secondary">{t('unreadTickets', { count })}</span>}
      </div>
      {notices.length === 0 ? (
        <EmptyState icon={BellIcon} title={t('nothingUnread')}>
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
          </div>
        </>
      )}
      {device && <device.NoticeSwitch />}
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
