import CircleCheck from 'lucide-react/icons/circle-check';
import CirclePlay from 'lucide-react/icons/circle-play';
import { currentLanguage } from '../../../kernel/i18n/i18n.ts';
import { locales } from '../../../kernel/i18n/languages.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../../people/sessions/use-format.ts';
import { useIsPhone } from '../../../ui/hooks/use-media.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import styles from '../message/marks.module.css';
import { QuietLine } from './quiet-line.tsx';
import type { Aside } from './thread.rows.ts';

/** The separators between messages, in order. */
export const Marks = ({ of }: { of: Aside[] }) =>
  of.map((aside) =>
    aside.kind === 'day' ? (
      <h3 key={aside.key} className={styles.day} data-day={aside.at}>
        <DayName at={aside.at} />
      </h3>
    ) : aside.kind === 'line' ? (
      <QuietLine key={aside.key} item={aside} />
    ) : (
      <Mark key={aside.key} item={aside} />
    ),
  );

export const DayName = ({ at }: { at: string }) => <time dateTime={at}>{useDayName(at)}</time>;

const DAY_MS = 86_400_000;

const useDayName = (at: string): string => {
  const { t } = useTexts('messages');
  const isPhone = useIsPhone();
  const { date, zone } = useFormat();
  const day = date(at);
  if (day === date(new Date().toISOString())) return t('today');
  if (day === date(new Date(Date.now() - DAY_MS).toISOString())) return t('yesterday');
  if (isPhone) return day;
  const weekday = new Intl.DateTimeFormat(locales[currentLanguage()], { weekday: 'long', ...(zone ? { timeZone: zone } : {}) });
  return `${weekday.format(new Date(at))}, ${day}`;
};

const Mark = ({ item }: { item: Exclude<Aside, { kind: 'day' | 'line' }> }) => {
  const { t } = useTexts('messages');
  const { rowTime, dateTime } = useFormat();
  const { t: words } = useTexts('tickets');
  if (item.kind === 'fresh') {
    const words = t('newMessages', { count: item.count });
    return (
      // biome-ignore lint/a11y/useSemanticElements: a rule has no text, which this one shows
      <div className={`${styles.marker} ${styles.fresh}`} role="separator" aria-label={words}>
        <span>{words}</span>
      </div>
    );
  }
  const { ticket, kind, at } = item;
  const isToday = rowTime(at).includes(':');
  // A ticket's record has its current queue, which after a transfer is not the one that it began in.
  const about = kind === 'ended' ? [ticket?.user?.name, ticket?.queue?.name] : [ticket && words('protocolShort', ticket)];
  return (
    <p className={styles.marker}>
      <span>
        <Icon of={kind === 'ended' ? CircleCheck : CirclePlay} size="tiny" />
        <b>{t(kind)}</b> <time dateTime={at}>{isToday ? rowTime(at) : dateTime(at)}</time>
        {about.map((part) => part && ` · ${part}`)}
      </span>
    </p>
  );
};
