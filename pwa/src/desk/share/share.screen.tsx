import { limits, type TicketView } from '@prosa/contracts';
import FileText from 'lucide-react/icons/file-text';
import Search from 'lucide-react/icons/search';
import Share2 from 'lucide-react/icons/share-2';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { titleOf } from '../../contacts/contacts/titles.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { type Shared, sharedWith } from '../../kernel/device/device-cache.ts';
import { formatBytes } from '../../kernel/i18n/sizes.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import type { Screen } from '../../shell/feature.ts';
import { useTitle } from '../../shell/title.ts';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Button } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { kindOf, problemOf } from '../outbox/kinds.ts';
import styles from './share.module.css';
import type texts from './share.screen.pt.json';
import { useOwnTickets } from './use-own-tickets.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    share: typeof texts;
  }
}

type Problem = 'empty' | 'tooLarge' | 'tooMany' | 'lost';
/** The reason why a file cannot be sent; it is left out, and the others are used. */
const problemAt = (files: Shared['files'], n: number): Problem | null => {
  const file = files[n]!;
  if (file.isLost) return 'lost';
  const problem = problemOf(file);
  if (problem) return problem;
  const before = files.slice(0, n).filter((one) => !one.isLost && problemOf(one) === null).length;
  return before >= limits.filesAtOnce ? 'tooMany' : null;
};

/** Shows what another app shared, and the user's tickets to choose from: the text becomes the ticket's draft, the files go to its tray. */
const Share = () => {
  const { t } = useTexts('share');
  const navigate = useNavigate();
  const me = useSelector(selectMe);
  const [shared, setShared] = useState<Shared | null | undefined>(undefined);
  useTitle(t('title'));
  useEffect(() => {
    sharedWith.read<Shared>('share').then(setShared, () => setShared(null));
  }, []);

  if (shared === undefined || !me) return <SkeletonRows />;
  if (shared === null)
    return (
      <EmptyState
        isPage
        icon={Share2}
        title={t('nothing')}
        action={<Button onClick={() => void navigate('/tickets')}>{t('toTickets')}</Button>}
      >
        {t('nothingHint')}
      </EmptyState>
    );
  const problems = shared.files.map((_, n) => problemAt(shared.files, n));
  const isEmpty = shared.text === '' && problems.every((problem) => problem !== null);
  const choose = async (ticket: TicketView) => {
    const skips = problems.flatMap((problem, n) => (problem ? [n] : []));
    await sharedWith.write('share', { ...shared, skips, to: { userId: me.id, ticketId: ticket.id } } satisfies Shared);
    await navigate(`/tickets/${ticket.uuid}`, { replace: true });
  };
  const drop = async () => {
    await sharedWith.forget();
    await navigate('/tickets', { replace: true });
  };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
        <Button small onClick={() => void drop()}>
          {t('drop')}
        </Button>
      </header>
      <section className={styles.shared} aria-label={t('shared')}>
        {shared.text !== '' && (
          <blockquote className={styles.text} dir="auto">
            {shared.text}
          </blockquote>
        )}
        <ul className={styles.files}>
          {shared.files.map(({ name, size }, n) => {
            const problem = problems[n];
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two files may have one name
              <li key={n}>
                <Icon of={FileText} />
                <span className="truncate">{name}</span>
                <span className="secondary">{formatBytes(size)}</span>
                {problem && (
                  <span className={styles.problem} role="alert">
                    {t(`problem-${problem}`, {
                      max: problem === 'tooMany' ? limits.filesAtOnce : formatBytes(limits.mediaBytes[kindOf(shared.files[n]!)]),
                    })}
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      </section>
      {!isEmpty && <Tickets userId={me.id} onChoose={(ticket) => void choose(ticket)} />}
    </div>
  );
};

const Tickets = ({ userId, onChoose }: { userId: string; onChoose: (ticket: TicketView) => void }) => {
  const { t } = useTexts('share');
  const { tickets, status, failure, hasMore, words, write, more, again } = useOwnTickets(userId);
  return (
    <section className={styles.tickets} aria-label={t('choose')}>
      <h2>{t('choose')}</h2>
      <TextInput
        icon={Search}
        aria-label={t('search')}
        placeholder={t('search')}
        value={words}
        onChange={({ target }) => write(target.value)}
      />
      {status === 'failed' && failure && (
        <ErrorState title={t('failed')} onRetry={again}>
          {errorText(failure)}
        </ErrorState>
      )}
      {status === 'loading' && tickets.length === 0 && <SkeletonRows rows={3} />}
      {status === 'ready' && tickets.length === 0 && (
        <p className="secondary" role="status">
          {t(words.trim() === '' ? 'noTickets' : 'noneFound')}
        </p>
      )}
      <ul className={styles.list} aria-busy={status === 'loading'}>
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <button type="button" className={styles.ticket} onClick={() => onChoose(ticket)}>
              <Avatar name={ticket.contact.name} picture={ticket.contact.profilePicUrl} channel={ticket.channel} />
              <span className={styles.lines}>
                <b className="truncate">{titleOf(ticket)}</b>
                <span className="secondary truncate">{ticket.queue?.name ?? ''}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hasMore && status === 'ready' && <Button onClick={more}>{t('more')}</Button>}
    </section>
  );
};

export const screen: Screen = { element: <Share /> };
