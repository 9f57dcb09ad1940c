import Plus from 'lucide-react/icons/plus';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { memo, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { loadScreenTexts } from '../../../kernel/i18n/i18n.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { later, useLater } from '../../../kernel/loading/later.ts';
import { useEver } from '../../../kernel/loading/use-ever.ts';
import { selectServes } from '../../../people/sessions/sessions.slice.ts';
import panes from '../../../shell/panes.module.css';
import { useIsPhone } from '../../../ui/hooks/use-media.ts';
import { Badge } from '../../../ui/marks/badge.tsx';
import { Button, IconButton } from '../../../ui/marks/button.tsx';
import { Segmented, Tabs } from '../../../ui/marks/tabs.tsx';
import { MessageSearchButton } from '../../message-search/message-search-button.tsx';
import { useTicketActs } from '../acts/ticket-acts.context.ts';
import { selectIsTagged, selectListName, selectOpenCount, selectPendingCount, selectView } from '../state/tickets.selectors.ts';
import { viewChanged } from '../state/tickets.slice.ts';
import { selectWaits } from '../state/tickets.waits.ts';
import { ListChips } from './list-chips.tsx';
import { ListFilters } from './list-filters.tsx';
import styles from './list-pane.module.css';
import { useChosen } from './selection.tsx';
import { TicketListView } from './ticket-list-view.tsx';

/** The parts of the list besides its rows, once somebody asks for one. */
const extras = later(async () => (await Promise.all([import('./list-extras.ts'), loadScreenTexts('message-search')]))[0]);

/** The lists of open, closed and searched tickets. */
export const ListPane = ({ currentId }: { currentId: string | null }) => {
  const { t } = useTexts('tickets');
  const { tab, subTab } = useSelector(selectView);
  const name = useSelector(selectListName);
  const labels = { open: t('serving'), pending: t('waiting'), closed: t('tabClosed'), search: t('results') };
  const parts = useLater(extras, name === 'search');
  const labelledBy = tab === 'open' ? `tickets-sub-${subTab}` : `tickets-tab-${tab}`;
  return (
    <section className={`${panes.pane} ${styles.listPane}`} aria-label={t('list')}>
      <ListHead />
      {name === 'search' ? (
        parts && <parts.FoundList label={labels.search} currentId={currentId} labelledBy={labelledBy} />
      ) : (
        <TicketListView key={name} name={name} label={labels[name]} currentId={currentId} labelledBy={labelledBy} />
      )}
    </section>
  );
};

/** Which list is shown and with which filters: independent of the open ticket. */
export const ListHead = memo(() => {
  const { t } = useTexts('tickets');
  const dispatch = useDispatch();
  const isPhone = useIsPhone();
  const { tab, subTab } = useSelector(selectView);
  const open = useSelector(selectOpenCount);
  const pending = useSelector(selectPendingCount);
  const { late } = useSelector(selectWaits);
  const isTagged = useSelector(selectIsTagged);
  const { create } = useTicketActs();
  const serves = useSelector(selectServes);
  const isSelecting = useChosen().length > 0;
  const [isFiltering, setFiltering] = useState(false);
  const isFiltered = useEver(isFiltering);
  const parts = useLater(extras, isFiltered || isSelecting || tab === 'search');
  return (
    <>
      <div className={`${styles.head} ${panes.head}`}>
        <Tabs
          label={t('situation')}
          idPrefix="tickets-tab"
          items={[
            { id: 'open', label: t('tabOpen') },
            { id: 'closed', label: t('tabClosed') },
            { id: 'search', label: t('tabSearch') },
          ]}
          chosen={tab}
          onChoose={(chosen) => dispatch(viewChanged({ tab: chosen }))}
        />
        <MessageSearchButton />
        {!serves ? null : isPhone ? (
          <IconButton icon={Plus} label={t('newTitle')} onClick={create} />
        ) : (
          <Button icon={Plus} title={t('newHint')} onClick={create}>
            {t('new')}
          </Button>
        )}
      </div>
      {tab === 'search' && parts && <parts.SearchForm />}
      {(isPhone ? !isSelecting && tab !== 'search' : tab === 'open') && (
        <div className={styles.subHead}>
          {tab === 'open' ? (
            <Segmented
              label={t('tabOpen')}
              idPrefix="tickets-sub"
              items={[
                { id: 'open', label: t('serving'), ...(isTagged ? {} : { count: open }) },
                {
                  id: 'pending',
                  label: t('waiting'),
                  ...(isTagged ? {} : { count: pending }),
                  mark: subTab === 'pending' ? null : <Badge alert count={late} label={t('lateCount', { count: late })} />,
                },
              ]}
              chosen={subTab}
              onChoose={(chosen) => dispatch(viewChanged({ subTab: chosen }))}
            />
          ) : (
            <span className="grow" />
          )}
          {isPhone && <IconButton icon={SlidersHorizontal} label={t('filter')} onClick={() => setFiltering(true)} />}
        </div>
      )}
      {isSelecting && parts && <parts.SelectionBar />}
      {tab !== 'search' && !isPhone && !isSelecting && <ListFilters />}
      {!isSelecting && <ListChips />}
      {isFiltered && parts && <parts.FilterDialog isOpen={isFiltering} onClose={() => setFiltering(false)} />}
    </>
  );
});
