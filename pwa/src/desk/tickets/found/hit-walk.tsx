import { messageRoutes } from '@prosa/contracts';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { failureOf } from '../../../kernel/calls/api-error.ts';
import { call } from '../../../kernel/calls/client.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useShortcuts } from '../../../shell/shortcuts.ts';
import { IconButton } from '../../../ui/marks/button.tsx';
import { withoutHits } from '../../message-search/hit-state.ts';
import { selectConversation } from '../../messages/state/messages.slice.ts';
import styles from './hit-walk.module.css';

/** The messages of a conversation that have the words, newest first; null until they have come, or if they cannot be fetched. */
const useHitsIn = (ticketId: string, words: string): string[] | null => {
  const newest = useSelector(selectConversation(ticketId))?.live.ids[0] ?? null;
  const [found, setFound] = useState<{ of: string; ids: string[] } | null>(null);
  const of = `${ticketId} ${words}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again with each new message
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const ask = { params: { ticketId }, query: { description: words }, signal };
    call(messageRoutes.searchInTicket, ask).then(
      ({ data }) => setFound({ of, ids: data.messageIds }),
      (error: unknown) => signal.aborted || console.warn('The hits could not be fetched:', failureOf(error).code),
    );
    return () => controller.abort();
  }, [of, newest]);
  return found?.of === of ? found.ids : null;
};

/** Walks through the messages of a conversation that have the words by which it was found. */
export const HitWalk = ({ ticketId, words }: { ticketId: string; words: string }) => {
  const { t } = useTexts('message-search');
  const { t: ofTickets } = useTexts('tickets');
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const ids = useHitsIn(ticketId, words);
  const shown = new URLSearchParams(search).get('goMessage');
  const [last, setLast] = useState(shown);
  if (shown !== null && shown !== last) setLast(shown);
  const at = ids?.indexOf(last ?? '') ?? -1;
  const goTo = (index: number) => {
    const id = ids?.[index];
    if (id) void navigate(`${pathname}?goMessage=${id}`, { replace: true, state });
  };
  const [older, newer] = [at + 1, at < 0 ? -1 : at - 1];
  const [hasOlder, hasNewer] = [older < (ids?.length ?? 0), newer >= 0];
  const leave = () => void navigate(pathname, { replace: true, state: withoutHits(state) });
  const group = ofTickets('title');
  useShortcuts([
    // Shift tells of letters alone whether it is held.
    { keys: ['F3'], label: t('keyHitOlder'), group, repeats: true, run: ({ shiftKey }) => goTo(shiftKey ? newer : older) },
    { keys: ['Shift F3'], label: t('keyHitNewer'), group, run: () => goTo(newer) },
  ]);
  const said = () => {
    if (ids === null) return t('hitUncounted', { words });
    if (ids.length === 0) return t('hitNone', { words });
    return at < 0 ? t('hitUncounted', { words }) : t('hitOf', { at: at + 1, count: ids.length });
  };
  return (
    <fieldset className={styles.walk} aria-label={t('hitUncounted', { words })}>
      <span role="status">{said()}</span>
      <IconButton icon={ChevronUp} small label={t('hitOlder', { words })} disabled={!hasOlder} onClick={() => goTo(older)} />
      <IconButton icon={ChevronDown} small label={t('hitNewer', { words })} disabled={!hasNewer} onClick={() => goTo(newer)} />
      <IconButton icon={X} small label={t('hitsOver')} onClick={leave} />
    </fieldset>
  );
};
