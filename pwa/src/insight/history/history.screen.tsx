import { type HistoryEntry, type TicketView, ticketRoutes } from '@prosa/contracts';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Printer from 'lucide-react/icons/printer';
import ScanEye from 'lucide-react/icons/scan-eye';
import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { titleOf } from '../../contacts/contacts/titles.ts';
import { tags } from '../../desk/tags/tags.slice.ts';
import { queues } from '../../flows/queues/queues.slice.ts';
import { ApiError } from '../../kernel/calls/api-error.ts';
import { call } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useAnswer } from '../../kernel/calls/use-answer.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectMay } from '../../people/sessions/sessions.slice.ts';
import { users } from '../../people/users/users.slice.ts';
import type { Screen } from '../../shell/feature.ts';
import { useRail, useWithoutTopBar } from '../../shell/shell-hooks.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { useTitle } from '../../shell/title.ts';
import { useIsPhone, useMedia } from '../../ui/hooks/use-media.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Button, IconButton } from '../../ui/marks/button.tsx';
import { ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { Tabs } from '../../ui/marks/tabs.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import styles from './history.module.css';
import type texts from './history.screen.pt.json';
import { PastFacts } from './past-facts.tsx';
import { PastView } from './past-view.tsx';
import { type Filter, placeOf } from './steps.ts';
import { StepsList } from './steps-list.tsx';
import { TimeLine } from './time-line.tsx';
import { usePast } from './use-past.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    history: typeof texts;
  }
}

type Told = { entries: HistoryEntry[]; today: TicketView | null };

/** The events of a ticket, and the ticket as it stands; a deleted one has only events. */
const ask = async (ticketId: string): Promise<Told> => {
  const params = { ticketId };
  const ticket = call(ticketRoutes.show, { params }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
  const [history, today] = await Promise.all([call(ticketRoutes.history, { params }), ticket]);
  return { entries: history.data, today: today?.data ?? null };
};

const History = () => {
  const { ticketId = '' } = useParams();
  return <OfTicket key={ticketId} ticketId={ticketId} />;
};

const OfTicket = ({ ticketId }: { ticketId: string }) => {
  const { t } = useTexts('history');
  useTitle(t('title'));
  const { reply, failure, again } = useAnswer(() => ask(ticketId));
  if (failure && !reply)
    return (
      <div className={styles.blank}>
        <ErrorState title={t('failed')} onRetry={again}>
          {errorText(failure)}
        </ErrorState>
      </div>
    );
  if (!reply || reply.entries.length === 0) return <SkeletonRows label={t('loading')} />;
  return <Replay ticketId={ticketId} {...reply} onRefresh={again} />;
};

/** How long a moment is shown before the address names it. */
const SETTLED_MS = 250;
/** Without room for more than one of them. */
const NARROW = '(max-width: 899.98px), (max-height: 499.98px)';
/** Up to this width the conversation would be too narrow beside the drawer. */
const TIGHT = '(max-width: 1599.98px)';
type Pane = 'events' | 'then' | 'facts';

/** The lines of the history, the line of time, and what stood on the screen at the chosen moment. */
const Replay = ({ ticketId, entries, today, onRefresh }: Told & { ticketId: string; onRefresh: () => void }) => {
  const { t } = useTexts('history');
  const isPhone = useIsPhone();
  useWithoutTopBar(isPhone);
  const isNarrow = useMedia(NARROW);
  const isTight = useMedia(TIGHT);
  useRail(isTight && !isPhone);
  const [pane, setPane] = useState<Pane>('events');
  const [filter, setFilter] = useState<Filter>({ kind: 'all', actor: '' });
  const { at, move, toNewest } = useMoment(entries);
  useNames();
  const entry = entries[at]!;
  const { past, failure, again, isBusy } = usePast(ticketId, entry.position, entries[at - 1]?.position ?? null);
  useWalking(entries, at, move, ticketId);
  const shows = (one: Pane): boolean => !isNarrow || pane === one;
  const now = () => {
    onRefresh();
    toNewest();
  };
  return (
    <div className={styles.history}>
      <Head ticketId={ticketId} ticket={today ?? past?.ticket ?? null} events={entries.length} />
      <TimeLine entries={entries} at={at} onMove={move} onNow={now} />
      {isNarrow && (
        <Tabs<Pane>
          label={t('panes')}
          items={[
            { id: 'events', label: t('events') },
            { id: 'then', label: t('asItStoodShort') },
            { id: 'facts', label: t('factsShort') },
          ]}
          chosen={pane}
          onChoose={setPane}
        />
      )}
      {shows('events') && <StepsList {...{ entries, at, filter }} onFilter={setFilter} onMove={move} />}
      {shows('then') && (
        <section className={styles.then} aria-label={t('conversation')} aria-busy={isBusy}>
          <h2 className="hidden-text">{t('conversation')}</h2>
          {failure ? (
            <ErrorState title={t('pastFailed')} onRetry={again}>
              {errorText(failure)}
            </ErrorState>
          ) : past ? (
            <PastView past={past} ticketId={ticketId} at={momentOf(entries, past.asOf)} later={laterThan(entries, past.asOf)} />
          ) : (
            <SkeletonRows rows={4} label={t('loading')} />
          )}
        </section>
      )}
      {shows('facts') && past && !failure && (
        <PastFacts past={past} today={today} entry={entry} number={at + 1} total={entries.length} />
      )}
    </div>
  );
};

const placeAt = (entries: readonly HistoryEntry[], asOf: string): number =>
  entries.findIndex(({ position }) => position === asOf);
const momentOf = (entries: readonly HistoryEntry[], asOf: string): string =>
  entries[placeAt(entries, asOf)]?.at ?? entries[0]!.at;
const laterThan = (entries: readonly HistoryEntry[], asOf: string): number => entries.length - 1 - placeAt(entries, asOf);

const Head = ({ ticketId, ticket, events }: { ticketId: string; ticket: TicketView | null; events: number }) => {
  const { t } = useTexts('history');
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const seesLooks = useSelector(selectMay('accesses:read'));
  const protocol = ticket && t('protocol', { protocol: ticket.protocol });
  return (
    <header className={styles.head}>
      <IconButton icon={ArrowLeft} label={t('back')} onClick={() => void navigate(`/tickets/${ticketId}`)} />
      {ticket && <Avatar name={ticket.contact.name} picture={ticket.contact.profilePicUrl} size={36} />}
      <div className="grow">
        <h1 className="truncate">{t('title')}</h1>
        <p className="truncate">
          {[ticket && titleOf(ticket), protocol, t('eventCount', { count: events })].filter(Boolean).join(' · ')}
        </p>
      </div>
      {seesLooks && (
        <IconButton icon={ScanEye} label={t('seenBy')} onClick={() => void navigate(`/accesses?ticketId=${ticketId}`)} />
      )}
      <Button className={styles.print} icon={Printer} onClick={() => globalThis.print()}>
        {t('print')}
      </Button>
      <ExportButton ticketId={ticketId} name={protocol ?? ''} label={t('export')} isIcon={isPhone} />
    </header>
  );
};

/** The place of the shown moment, which the address names once it rests there; the newest one is not named. */
const useMoment = (entries: readonly HistoryEntry[]) => {
  const [search, setSearch] = useSearchParams();
  const named = search.get('at');
  const last = entries.length - 1;
  const [chosen, setChosen] = useState<number | null>(() => (named === null ? null : Math.max(0, placeOf(entries, named))));
  const at = Math.min(chosen ?? last, last);
  const wanted = chosen === null ? null : entries[at]!.position;
  useEffect(() => {
    const timer = setTimeout(() => setSearch(wanted === null ? {} : { at: wanted }, { replace: true }), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [wanted, setSearch]);
  return { at, move: (to: number) => setChosen(Math.min(Math.max(to, 0), last)), toNewest: () => setChosen(null) };
};

/** The names of what the events are about. */
const useNames = (): void => {
  const dispatch = useDispatch();
  useEffect(() => {
    for (const one of [users, queues, tags]) dispatch(one.wanted());
  }, [dispatch]);
};

/** J and K walk along the events, Escape leads back to the ticket. */
const useWalking = (entries: readonly HistoryEntry[], at: number, move: (at: number) => void, ticketId: string): void => {
  const { t } = useTexts('history');
  const navigate = useNavigate();
  const group = t('title');
  useShortcuts([
    { keys: ['j'], label: t('next'), group, repeats: true, run: () => at < entries.length - 1 && move(at + 1) },
    { keys: ['k'], label: t('previous'), group, repeats: true, run: () => at > 0 && move(at - 1) },
    { keys: ['Escape'], label: t('back'), group, run: () => void navigate(`/tickets/${ticketId}`) },
  ]);
};

export const screen: Screen = { element: <History />, speaks: [] };
