import Megaphone from 'lucide-react/icons/megaphone';
import { useSelector } from 'react-redux';
import { loadScreenTexts } from '../../kernel/i18n/i18n.ts';
import { later } from '../../kernel/loading/later.ts';
import { BarButton } from '../../shell/bar-button.tsx';
import { announcements } from './announcements.slice.ts';
import { useIsRead } from './read-announcements.ts';

const label = { pt: 'Informativos', en: 'Announcements', es: 'Informativos' };
const unread = { pt: 'há novidades', en: 'there are news', es: 'hay novedades' };

const list = later(
  async () => (await Promise.all([import('./announcements-popover.tsx'), loadScreenTexts('announcements')]))[0],
  { atRest: true },
);

/** The button of the top bar that opens the announcements. */
export const AnnouncementsButton = () => {
  const isRead = useIsRead();
  const hasNews = useSelector(announcements.selectAll).some((one) => !isRead(one));
  return <BarButton icon={Megaphone} label={label} fresh={hasNews ? unread : null} part={list} />;
};
