import type { ContactView } from '@prosa/contracts';
import Eraser from 'lucide-react/icons/eraser';
import History from 'lucide-react/icons/history';
import Megaphone from 'lucide-react/icons/megaphone';
import Merge from 'lucide-react/icons/merge';
import MessageSquarePlus from 'lucide-react/icons/message-square-plus';
import SquareKanban from 'lucide-react/icons/square-kanban';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { selectMay } from '../../people/sessions/sessions.slice.ts';
import type { RowAct } from '../../records/record.ts';
import { useHistoryAct } from '../../records/use-history-act.ts';
import { useWords } from '../../records/use-words.ts';
import { useIsListed } from '../../ui/hooks/use-media.ts';
import { OptOutDialog } from '../contacts/opt-out-dialog.tsx';
import { addCard } from '../kanban/kanban.feature.ts';
import { contactName } from './contact-name.ts';
import { ForgetDialog } from './forget-dialog.tsx';
import { selectLastTickets } from './last-tickets.ts';
import { isMergeable, MergeDialog } from './merge-dialog.tsx';
import { StartTicketDialog } from './start-ticket-dialog.tsx';

/** Actions for a contact in its row, besides changing and deleting it. */
export const useContactActs = () => {
  const words = useWords('contacts-screen');
  const mayServe = useSelector(selectMay('tickets:serve'));
  const isListed = useIsListed();
  const navigate = useNavigate();
  const lasts = useSelector(selectLastTickets);
  /** On wide screens the time of the last conversation is the way to it. */
  const lastOf = ({ id }: ContactView): RowAct[] => {
    const last = lasts[id]?.ticket;
    const label = words('last');
    return isListed && last
      ? [{ id: 'last', icon: History, label, title: label, run: () => navigate(`/tickets/${last.id}`) }]
      : [];
  };
  const historyOf = useHistoryAct('/contacts');
  const dispatch = useDispatch();
  const maySend = useSelector(selectMay('ticket-options:kanbanContact'));
  const mayMerge = useSelector(selectMay('contacts-page:deleteContact'));
  const [merging, setMerging] = useState<ContactView | null>(null);
  const [starting, setStarting] = useState<ContactView | null>(null);
  const mayOptIn = useSelector(selectMay('campaigns:write'));
  const [optingIn, setOptingIn] = useState<ContactView | null>(null);
  const mayForget = useSelector(selectMay('contacts:forget'));
  const [forgetting, setForgetting] = useState<ContactView | null>(null);
  const actsOf = (contact: ContactView): RowAct[] => [
    ...lastOf(contact),
    // A forgotten person has no number to write to.
    ...(mayServe && contact.number !== null
      ? [
          {
            id: 'start',
            icon: MessageSquarePlus,
            label: words('start'),
            title: words('startWith', { name: contactName(contact) }),
            run: () => setStarting(contact),
          },
        ]
      : []),
    ...(maySend
      ? [
          {
            id: 'kanban',
            icon: SquareKanban,
            label: words('toKanban'),
            title: words('toKanbanOne', { name: contactName(contact) }),
            run: () => void dispatch(addCard.start({ contactId: contact.id })),
          },
        ]
      : []),
    ...(mayOptIn && contact.optedOutAt !== null
      ? [
          {
            id: 'opt-in',
            icon: Megaphone,
            label: words('optIn'),
            title: words('optInOne', { name: contactName(contact) }),
            run: () => setOptingIn(contact),
          },
        ]
      : []),
    ...(mayMerge && isMergeable(contact)
      ? [
          {
            id: 'merge',
            icon: Merge,
            label: words('merge'),
            title: words('mergeOne', { name: contactName(contact) }),
            run: () => setMerging(contact),
          },
        ]
      : []),
    ...historyOf(contact.id, contactName(contact)),
    ...(mayForget
      ? [
          {
            id: 'forget',
            icon: Eraser,
            label: words('forget'),
            title: words('forgetOne', { name: contactName(contact) }),
            danger: true,
            run: () => setForgetting(contact),
          },
        ]
      : []),
  ];
  const shown = (
    <>
      {optingIn?.optedOutAt && (
        <OptOutDialog contact={{ ...optingIn, optedOutAt: optingIn.optedOutAt }} onClose={() => setOptingIn(null)} />
      )}
      {starting && <StartTicketDialog contact={starting} onClose={() => setStarting(null)} />}
      {forgetting && <ForgetDialog contact={forgetting} onClose={() => setForgetting(null)} />}
      {merging && <MergeDialog contact={merging} onClose={() => setMerging(null)} />}
    </>
  );
  return { actsOf, shown };
};
