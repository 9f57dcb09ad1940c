import type { HistoryEntry, TicketView } from '@prosa/contracts';
import type { ReactNode } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Dot, Tag } from '../../ui/marks/tag.tsx';
import styles from './past-facts.module.css';
import { useStepWords } from './step-words.ts';
import type { Past } from './use-past.ts';

type Props = {
  past: Past;
  /** The ticket as it stands; null: it was deleted. */
  today: TicketView | null;
  entry: HistoryEntry;
  number: number;
  total: number;
};
/** A fact: its words, by which it is compared, and how it is shown. */
type Fact = { words: string; shown?: ReactNode };

/** A ticket's facts at a moment: what its event has changed is marked, and what stands otherwise today is said. */
export const PastFacts = ({ past: { ticket, before }, today, entry, number, total }: Props) => {
  const { t } = useTexts('history');
  const { dateTime } = useFormat();
  const { who } = useStepWords();
  const factsOf = useFacts();
  const [then, earlier, now] = [ticket, before, today].map((one) => one && factsOf(one));
  return (
    <aside className={styles.facts} aria-label={t('facts')}>
      <h2>{t('facts')}</h2>
      {then && (
        <dl>
          {Object.entries(then).map(([name, { words, shown }]) => {
            const [was, is] = [earlier?.[name]?.words, now?.[name]?.words];
            const isChanged = was !== undefined && was !== words;
            return (
              <div key={name} className={isChanged ? styles.changed : ''} data-fact={name}>
                <dt>{t(`fact-${name as FactName}`)}</dt>
                <dd>
                  <span>{shown ?? words}</span>
                  {isChanged && <small>{t('was', { words: was })}</small>}
                  {is !== undefined && is !== words && <small>{t('is', { words: is })}</small>}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      <section aria-label={t('thisEvent')} className={styles.event}>
        <h3>{t('thisEvent')}</h3>
        <dl>
          <div>
            <dt>{t('number')}</dt>
            <dd className="num">{t('numberOf', { number, total })}</dd>
          </div>
          <div>
            <dt>{t('whoDid')}</dt>
            <dd>{who(entry)}</dd>
          </div>
          <div>
            <dt>{t('when')}</dt>
            <dd>{dateTime(entry.at)}</dd>
          </div>
          <div>
            <dt>{t('position')}</dt>
            <dd className="num">{entry.position}</dd>
          </div>
        </dl>
      </section>
    </aside>
  );
};

const names = ['status', 'queue', 'attendant', 'tags', 'unread', 'lastMessage', 'connection', 'rating'] as const;
type FactName = (typeof names)[number];

const useFacts = () => {
  const { t } = useTexts('history');
  const { count } = useFormat();
  return (ticket: TicketView): Record<string, Fact> => {
    const { status, queue, user, tags, unreadMessages, lastMessage, lastMessageFromMe, whatsapp, rating } = ticket;
    const of: Record<FactName, Fact> = {
      status: { words: t(`status-${status}`) },
      queue: {
        words: queue?.name ?? t('none'),
        shown: queue && (
          <span className={styles.named}>
            <Dot color={queue.color} />
            {queue.name}
          </span>
        ),
      },
      attendant: {
        words: user ? (user.name ?? t('formerUser')) : t('none'),
        shown: user && (
          <span className={styles.named}>
            <Avatar name={user.name} size={20} />
            {user.name ?? t('formerUser')}
          </span>
        ),
      },
      tags: {
        words: tags.map(({ name }) => name).join(', ') || t('none'),
        shown:
          tags.length > 0 ? (
            <span className={styles.tags}>
              {tags.map(({ id, name, color }) => (
                <Tag key={id} name={name} color={color} />
              ))}
            </span>
          ) : undefined,
      },
      unread: { words: count(unreadMessages) },
      lastMessage: {
        words: lastMessage === '' ? t('none') : t(lastMessageFromMe ? 'ofTeam' : 'ofCustomer', { text: lastMessage }),
      },
      connection: { words: whatsapp?.name ?? t('none') },
      rating: { words: rating === null ? t('none') : count(rating) },
    };
    return Object.fromEntries(names.map((name) => [name, of[name]]));
  };
};
