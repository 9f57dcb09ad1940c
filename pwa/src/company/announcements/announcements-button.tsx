import Megaphone from 'lucide-react/icons/megaphone';
import { useSelector } from 'react-redux';
import { BarButton } from '../../shell/bar-button.tsx';
import { announcements } from './announcements.slice.ts';
import { useIsRead } from './read-announcements.ts';

const label = { pt: 'Informativos', en: 'Announcements', es: 'Informativos' };
const unread = { pt: 'há novidades', en: 'there are news', es: 'hay novedades' };

/** The button of the top bar that opens the announcements. */
export const AnnouncementsButton = () => {
  const isRead = useIsRead();
  const hasNews = useSelector(announcements.selectAll).some((one) => !isRead(one));
  return (
    <BarButton
      icon={Megaphone}
      label={label}
      fresh={hasNews ? unread : null}
      texts="announcements"
      load={() => import('./announcements-popover.tsx')}
    />
  );
};
