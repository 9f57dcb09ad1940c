import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import AtSign from 'lucide-react/icons/at-sign';
import BellIcon from 'lucide-react/icons/bell';
import ClockAlert from 'lucide-react/icons/clock-alert';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useLoaded } from '../../kernel/calls/use-loaded.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import type { Notice } from '../../shell/feature.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { EmptyState } from '../../ui/marks/states.tsx';
import { switches } from './later-switches.ts';
import { useNotices } from './notices.ts';

/** The popover of the bell: what is for the user, and below it who waits for anybody. */
export const NoticeList = ({ count, onClose }: { count: number; onClose: () => void }) => {
  const { t } = useTexts();
  const id = useId();
  const notices = useNotices();
  const device = useLoaded(switches, true);
  const own = notices.filter(({ kind }) => kind !== 'waiting');
  const waiting = notices.filter(({ kind }) => kind === 'waiting');
  return (
    <section className="popover" role="dialog" aria-labelledby={id}>
      <div className="head">
        <h2 id={id}>{t('forYou')}</h2>
        {count > 0 && <span className="secondary">{count}</span>}
      </div>
      {own.length === 0 ? (
        <EmptyState icon={BellIcon} title={t('nothingUnread')}>
          {t('nothingUnreadHint')}
        </EmptyState>
      ) : (
        <>
          <Notices notices={own} labelledBy={id} onClose={onClose} />
          <div className="foot">
            <Link className="button quiet small" to="/tickets" onClick={onClose}>
              {t('seeAll', { count })}
            </Link>
          </div>
        </>
      )}
      {waiting.length > 0 && (
        <>
          <div className="head">
            <h2 id={`${id}-waiting`}>{t('waitingForAll')}</h2>
          </div>
          <Notices notices={waiting} labelledBy={`${id}-waiting`} onClose={onClose} />
        </>
      )}
      {device && <device.NoticeSwitch />}
    </section>
  );
};

const Notices = ({ notices, labelledBy, onClose }: { notices: Notice[]; labelledBy: string; onClose: () => void }) => (
  <ul aria-labelledby={labelledBy}>
    {notices.map((notice) => (
      <li key={notice.id}>
        <NoticeLine notice={notice} onClose={onClose} />
      </li>
    ))}
  </ul>
);

const NoticeLine = ({
  notice: { title, text, at, unread, to, channel, picture, kind },
  onClose,
}: {
  notice: Notice;
  onClose: () => void;
}) => {
  const { t } = useTexts();
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
          {kind === 'handed' && <Icon of={ArrowRightLeft} />}
          {kind === 'mentioned' && <Icon of={AtSign} />}
          {kind === 'late' && <Icon of={ClockAlert} className="bad" label={t('isLate')} />}
          <span className={`last truncate ${kind === 'late' ? 'bad' : ''}`}>{text}</span>
          <Badge count={unread} />
        </span>
      </span>
    </Link>
  );
};
