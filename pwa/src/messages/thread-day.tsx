import CircleCheck from 'lucide-react/icons/circle-check';
import CirclePlay from 'lucide-react/icons/circle-play';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import { currentLanguage, locales } from '../i18n/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { Message } from './message.tsx';
import type { ThreadDay, ThreadItem } from './thread.model.ts';

type Props = { day: ThreadDay; activeKey: string | null; ticketId: string };

/** A day of the conversation under its mark, which stays in sight while the day is. */
export const Day = ({ day, activeKey, ticketId }: Props) => {
  const name = useDayName(day.at);
  return (
    <section className="day" aria-label={name}>
      <h3 className="day-mark">
        <time dateTime={day.at}>{name}</time>
      </h3>
      <ol>
        {day.items.map((item) =>
          item.kind === 'message' ? (
            <Message key={item.key} item={item} isActive={item.key === activeKey} ticketId={ticketId} />
          ) : (
            <Mark key={item.key} item={item} />
          ),
        )}
      </ol>
    </section>
  );
};

const DAY_MS = 86_400_000;

const useDayName = (at: string): string => {
  const { t } = useTranslation('messages');
  const isPhone = useIsPhone();
  const { date, zone } = useFormat();
  const day = date(at);
  if (day === date(new Date().toISOString())) return t('today');
  if (day === date(new Date(Date.now() - DAY_MS).toISOString())) return t('yesterday');
  if (isPhone) return day;
  const weekday = new Intl.DateTimeFormat(locales[currentLanguage()], { weekday: 'long', ...(zone ? { timeZone: zone } : {}) });
  return `${weekday.format(new Date(at))}, ${day}`;
};

const Mark = ({ item }: { item: Exclude<ThreadItem, { kind: 'message' }> }) => {
  const { t } = useTranslation('messages');
  const { rowTime, dateTime } = useFormat();
  const { t: words } = useTranslation('tickets');
  if (item.kind === 'fresh')
    return (
      <li className="marker fresh">
        <span>{t('newMessages', { count: item.count })}</span>
      </li>
    );
  const { ticket, kind, at } = item;
  const isToday = rowTime(at).includes(':');
  const about = kind === 'ended' ? ticket?.user?.name : ticket && (ticket.queue?.name ?? words('noQueue'));
  return (
    <li className="marker">
      <span>
        <Icon of={kind === 'ended' ? CircleCheck : CirclePlay} size="tiny" />
        <b>{t(kind)}</b> <time dateTime={at}>{isToday ? rowTime(at) : dateTime(at)}</time>
        {about && ` · ${about}`}
      </span>
    </li>
  );
};
