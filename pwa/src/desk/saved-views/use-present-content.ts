import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { selectMay } from '../../people/sessions/sessions.slice.ts';
import {
  selectAttendants,
  selectListName,
  selectQueueChoices,
  selectScope,
  selectShowsAll,
  selectView,
} from '../tickets/state/tickets.selectors.ts';
import { type Content, presentContent } from './saved-views.model.ts';

/** The filters on the screen as a view has them. Who looks only at their own queues names them: the view is of those queues. */
export const usePresentContent = (): Content => {
  const view = useSelector(selectView);
  const list = useSelector(selectListName);
  const attendants = useSelector(selectAttendants);
  const { queueIds } = useSelector(selectScope);
  const choices = useSelector(selectQueueChoices);
  const mayShowAll = useSelector(selectMay('tickets-manager:showall'));
  const showsAll = useSelector(selectShowsAll);
  return useMemo(() => {
    const scope = mayShowAll && !showsAll ? (queueIds ?? choices.map(({ id }) => id)) : queueIds;
    return presentContent(view, list === 'search' ? 'open' : list, scope, attendants);
  }, [view, list, attendants, queueIds, choices, mayShowAll, showsAll]);
};
