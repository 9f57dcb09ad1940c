import type { TicketView } from '@prosa/contracts';
import { useSelector } from 'react-redux';
import { formatCount } from '../../../kernel/i18n/format.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useIfLoaded } from '../../../kernel/loading/later.ts';
import { useFeatures } from '../../../shell/features-context.ts';
import styles from '../found/found.module.css';
import { HitsContext, useHits } from '../found/hits.ts';
import { rowsOf, selectList } from '../state/tickets.selectors.ts';
import { FoundRow } from './found-row.tsx';
import { type ListProps, TicketListView } from './ticket-list-view.tsx';

/** Rows that are still of other words. */
const NONE: TicketView[] = [];

/** The tickets that a search found, each with the message that has its words, and how many there are of both. */
export const FoundList = (props: Omit<ListProps, 'name'>) => {
  const { t } = useTexts('tickets');
  const { t: words } = useTexts('message-search');
  const list = useSelector(selectList('search'));
  const views = useIfLoaded(useFeatures().find((feature) => feature.views)?.views);
  const { total, atLeast, live, status, filter } = list;
  const hits = useHits(status === 'ready' ? rowsOf(list) : NONE, filter.text);
  const found = live.hasMore ? total : live.ids.length;
  const isKnown = status === 'ready' || live.asOf !== null;
  // Of the messages of tickets that are not loaded nothing is known.
  const messages = live.hasMore ? 0 : live.ids.reduce((sum, id) => sum + (hits.known.get(id)?.count ?? 0), 0);
  return (
    <>
      <div className={styles.count}>
        <p role="status">
          {isKnown && t('found', { count: found, shown: formatCount(found, live.hasMore && atLeast) })}
          {isKnown && messages > 0 && ` · ${words('foundMessages', { count: messages, shown: formatCount(messages) })}`}
        </p>
        {views && <views.ViewsButton />}
      </div>
      <HitsContext value={hits}>
        <TicketListView {...props} name="search" row={FoundRow} />
      </HitsContext>
    </>
  );
};
