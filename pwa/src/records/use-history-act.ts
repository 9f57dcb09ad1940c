import History from 'lucide-react/icons/history';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { selectMay } from '../people/sessions/sessions.slice.ts';
import type { RowAct } from './record.ts';
import { useWords } from './use-words.ts';

/** The way from a record's row to its history, for who may read it: who changed what of it. `base`: the address of the records. */
export const useHistoryAct = (base: '/contacts' | '/users' | '/queues') => {
  const words = useWords('records');
  const navigate = useNavigate();
  const mayRead = useSelector(selectMay('history:read'));
  return (id: string, name: string): RowAct[] =>
    mayRead
      ? [
          {
            id: 'history',
            icon: History,
            label: words('history'),
            title: words('historyOf', { name }),
            run: () => void navigate(`${base}/${id}/history`),
          },
        ]
      : [];
};
