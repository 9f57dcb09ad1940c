import type { TicketView } from '@prosa/contracts';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectSetting } from '../../sessions/sessions.slice.ts';
import { acceptTicket, resolveTicket, returnTicket } from '../state/tickets.commands.ts';
import { tagsAsked } from '../state/tickets.slice.ts';
import { NewTicketDialog } from './new-ticket-dialog.tsx';
import { ReopenDialog } from './reopen-dialog.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

/** What can be done with a ticket, from its row, its head, the keyboard and the palette. */
export type TicketActs = {
  accept: (ticket: TicketView) => void;
  giveBack: (ticket: TicketView) => void;
  /** From the chat: the customer hears of it, and may be asked for a rating. */
  resolve: (ticket: TicketView) => void;
  /** From its row: the customer hears nothing. */
  resolveInList: (ticket: TicketView) => void;
  reopen: (ticket: TicketView) => void;
  transfer: (ticket: TicketView) => void;
  create: () => void;
};

type Asking = { kind: 'reopen' | 'resolve' | 'transfer'; ticket: TicketView } | { kind: 'new' } | null;
const Acts = createContext<TicketActs | null>(null);

/** The acts; within a TicketActsProvider alone. */
export const useTicketActs = (): TicketActs => {
  const acts = useContext(Acts);
  if (!acts) throw new Error('Ticket acts are offered by the tickets screen.');
  return acts;
};

/** Offers the acts below it, and shows the dialogs of those that ask something. */
export const TicketActsProvider = ({ children }: { children: ReactNode }) => {
  const dispatch = useDispatch();
  const [asking, setAsking] = useState<Asking>(null);
  const asksRating = useSelector(selectSetting('userRating')) === 'enabled';
  const acts = useMemo((): TicketActs => {
    /** The server would refuse it: the tags are asked for at once. */
    const lacksTag = ({ id, company, tags }: TicketView): boolean => {
      const lacks = company.tagForce && tags.length === 0;
      if (lacks) dispatch(tagsAsked(id));
      return lacks;
    };
    return {
      accept: ({ id }) => dispatch(acceptTicket.start({ ticketId: id })),
      giveBack: ({ id }) => dispatch(returnTicket.start({ ticketId: id })),
      resolve: (ticket) => {
        if (lacksTag(ticket)) return;
        if (asksRating) setAsking({ kind: 'resolve', ticket });
        else dispatch(resolveTicket.start({ ticketId: ticket.id, withoutRating: false }));
      },
      resolveInList: (ticket) => {
        if (!lacksTag(ticket)) dispatch(resolveTicket.start({ ticketId: ticket.id, withoutRating: false, fromList: true }));
      },
      reopen: (ticket) => setAsking({ kind: 'reopen', ticket }),
      transfer: (ticket) => setAsking({ kind: 'transfer', ticket }),
      create: () => setAsking({ kind: 'new' }),
    };
  }, [dispatch, asksRating]);
  const close = () => setAsking(null);
  return (
    <Acts value={acts}>
      {children}
      {asking?.kind === 'new' && <NewTicketDialog onClose={close} />}
      {asking?.kind === 'reopen' && <ReopenDialog ticket={asking.ticket} onClose={close} />}
      {asking?.kind === 'resolve' && <ResolveDialog ticket={asking.ticket} onClose={close} />}
      {asking?.kind === 'transfer' && <TransferDialog ticket={asking.ticket} onClose={close} />}
    </Acts>
  );
};
