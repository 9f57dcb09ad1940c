import CircleCheck from 'lucide-react/icons/circle-check';
import InboxIcon from 'lucide-react/icons/inbox';
import Plug from 'lucide-react/icons/plug';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { selectMay, selectServes } from '../../../people/sessions/sessions.slice.ts';
import { Button } from '../../../ui/marks/button.tsx';
import { EmptyState } from '../../../ui/marks/states.tsx';
import { useTicketActs } from '../acts/ticket-acts.context.ts';
import type { ListName } from '../state/tickets.filters.ts';
import {
  selectAttendants,
  selectHasQueues,
  selectPendingCount,
  selectScope,
  selectShowsAll,
  selectView,
} from '../state/tickets.selectors.ts';
import { viewChanged } from '../state/tickets.slice.ts';

/**
 * Whether the company has no connection, as far as is known: administrators get them a moment after the first screen, with a part of the
 * app that it does without.
 */
const selectHasNoConnection = ({ connections }: { connections?: { status: string; live: { ids: string[] } } }): boolean =>
  connections?.status === 'ready' && connections.live.ids.length === 0;

/** Says why a list is empty and offers the next step. */
export const EmptyList = ({ name }: { name: ListName }) => {
  const { t } = useTexts('tickets');
  const dispatch = useDispatch();
  const { create } = useTicketActs();
  const { queueIds } = useSelector(selectScope);
  const { text, tagIds, userIds, narrow, saved } = useSelector(selectView);
  const isNarrowed = queueIds !== null || text.trim() !== '' || tagIds.length + userIds.length > 0;
  const mayShowAll = useSelector(selectMay('tickets-manager:showall'));
  const showsAll = useSelector(selectShowsAll);
  const serves = useSelector(selectServes);
  const hasQueues = useSelector(selectHasQueues);
  const isOfOne = useSelector(selectAttendants).length > 0;
  const pending = useSelector(selectPendingCount);
  const mayConnect = useSelector(selectMay('connections:write'));
  const isUnconnected = useSelector(selectHasNoConnection) && mayConnect;
  if (!showsAll && !hasQueues && name !== 'search')
    return (
      <EmptyState
        icon={InboxIcon}
        title={t('emptyNoQueues')}
        action={mayShowAll && <Button onClick={() => dispatch(viewChanged({ showAll: true }))}>{t('showAll')}</Button>}
      >
        {t(mayShowAll ? 'emptyNoQueuesAll' : 'emptyNoQueuesHint')}
      </EmptyState>
    );
  if (saved && name !== 'search') return <EmptyState icon={InboxIcon} title={t('emptyView')} />;
  if ((name === 'open' || name === 'pending') && narrow[name] !== null)
    return (
      <EmptyState
        icon={CircleCheck}
        title={t(`empty-${narrow[name]}`)}
        action={<Button onClick={() => dispatch(viewChanged({ narrow: { ...narrow, [name]: null } }))}>{t('showList')}</Button>}
      />
    );
  if (isOfOne && (name === 'open' || name === 'closed'))
    return (
      <EmptyState
        icon={InboxIcon}
        title={t('emptyAttendant')}
        action={<Button onClick={() => dispatch(viewChanged({ attendantId: null }))}>{t('showEverybody')}</Button>}
      />
    );
  if (queueIds !== null && name !== 'search')
    return (
      <EmptyState
        icon={InboxIcon}
        title={t('emptyQueues')}
        action={<Button onClick={() => dispatch(viewChanged({ hiddenQueues: [] }))}>{t('allQueues')}</Button>}
      >
        {t('emptyQueuesHint')}
      </EmptyState>
    );
  if (mayShowAll && !showsAll && (name !== 'search' || !isNarrowed))
    return (
      <EmptyState
        icon={InboxIcon}
        title={t('emptyOwn')}
        action={<Button onClick={() => dispatch(viewChanged({ showAll: true }))}>{t('showAll')}</Button>}
      >
        {t('emptyOwnHint')}
      </EmptyState>
    );
  if (name === 'search')
    return (
      <EmptyState
        icon={Search}
        title={t('emptySearch')}
        action={
          queueIds !== null && <Button onClick={() => dispatch(viewChanged({ hiddenQueues: [] }))}>{t('allQueues')}</Button>
        }
      >
        {t(queueIds !== null ? 'emptySearchQueues' : isNarrowed ? 'emptySearchHint' : 'emptySearchAll')}
      </EmptyState>
    );
  if (name === 'closed')
    return (
      <EmptyState icon={CircleCheck} title={t('emptyClosed')}>
        {t('emptyClosedHint')}
      </EmptyState>
    );
  if (isUnconnected)
    return (
      <EmptyState
        icon={Plug}
        title={t('emptyUnconnected')}
        action={
          <Link className="button" to="/connections">
            {t('connect')}
          </Link>
        }
      >
        {t('emptyUnconnectedHint')}
      </EmptyState>
    );
  if (name === 'open' && pending > 0)
    return (
      <EmptyState
        icon={InboxIcon}
        title={t('emptyOpen')}
        action={
          <Button onClick={() => dispatch(viewChanged({ subTab: 'pending' }))}>{t('seePending', { count: pending })}</Button>
        }
      >
        {serves && t('emptyOpenHint')}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={InboxIcon}
      title={t(name === 'pending' ? 'emptyPending' : 'emptyOpen')}
      action={
        serves && (
          <Button icon={Plus} keys="N" onClick={create}>
            {t('new')}
          </Button>
        )
      }
    >
      {serves && t(name === 'pending' ? 'emptyPendingHint' : 'emptyOpenHint')}
    </EmptyState>
  );
};
