import Plus from 'lucide-react/icons/plus';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import panes from '../../shell/panes.module.css';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segmented, Tabs } from '../../ui/tabs.tsx';
import { useIsPhone } from '../../ui/use-media.ts';
import { useTicketActs } from '../dialogs/ticket-acts.tsx';
import { selectListName, selectOpenCount, selectPendingCount, selectView } from '../state/tickets.selectors.ts';
import { viewChanged } from '../state/tickets.slice.ts';
import { ListFilters } from './list-filters.tsx';
import styles from './list-pane.module.css';
import { SearchForm } from './search-form.tsx';
import { TicketListView } from './ticket-list-view.tsx';

/** Open, closed and searched tickets. */
export const ListPane = ({ currentId }: { currentId: string | null }) => {
  const { t } = useTranslation('tickets');
  const dispatch = useDispatch();
  const isPhone = useIsPhone();
  const { tab, subTab } = useSelector(selectView);
  const name = useSelector(selectListName);
  const open = useSelector(selectOpenCount);
  const pending = useSelector(selectPendingCount);
  const { create } = useTicketActs();
  const [isFiltering, setFiltering] = useState(false);
  const labels = { open: t('serving'), pending: t('waiting'), closed: t('tabClosed'), search: t('results') };
  const labelledBy = tab === 'open' ? `tickets-sub-${subTab}` : `tickets-tab-${tab}`;

  return (
    <section className={`${panes.pane} ${styles.listPane}`} aria-label={t('list')}>
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
        {isPhone ? (
          <IconButton icon={Plus} label={t('newTitle')} onClick={create} />
        ) : (
          <Button icon={Plus} title={t('newHint')} onClick={create}>
            {t('new')}
          </Button>
        )}
      </div>
      {tab === 'search' && <SearchForm />}
      {(tab === 'open' || (isPhone && tab === 'closed')) && (
        <div className={styles.subHead}>
          {tab === 'open' ? (
            <Segmented
              label={t('tabOpen')}
              idPrefix="tickets-sub"
              items={[
                { id: 'open', label: t('serving'), count: open },
                { id: 'pending', label: t('waiting'), count: pending },
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
      {tab !== 'search' && !isPhone && <ListFilters />}
      <TicketListView key={name} name={name} label={labels[name]} currentId={currentId} labelledBy={labelledBy} />
      <Dialog
        title={t('filterTitle')}
        isOpen={isFiltering}
        onClose={() => setFiltering(false)}
        footer={
          <Button kind="primary" onClick={() => setFiltering(false)}>
            {t('done')}
          </Button>
        }
      >
        <ListFilters asSheet />
      </Dialog>
    </section>
  );
};
