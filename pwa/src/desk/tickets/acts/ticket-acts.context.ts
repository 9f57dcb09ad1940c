import type { TicketView } from '@prosa/contracts';
import { createContext, useContext } from 'react';
import type { CardActs } from '../../messages/kinds/card-acts.ts';
import type { BulkAct } from '../state/tickets.bulk.ts';

/** The actions on a ticket that its row, its header, the keyboard and the palette offer. */
export type TicketActs = {
  accept: (ticket: TicketView) => void;
  giveBack: (ticket: TicketView) => void;
  /** The customer receives the closing message and may be asked for a rating; `isSilent`: they receive nothing. */
  resolve: (ticket: TicketView, isSilent?: boolean) => void;
  reopen: (ticket: TicketView) => void;
  transfer: (ticket: TicketView) => void;
  /** For administrators: deletes the ticket with everything in it. */
  remove: (ticket: TicketView) => void;
  /** For administrators: shows its conversation in a dialog, without accepting it or marking anything as read. */
  spy: (ticket: TicketView) => void;
  /** Schedules a message to its customer. */
  schedule: (ticket: TicketView) => void;
  /** Asks until when it is to be out of sight; `isOther`: at a time of one's own. */
  snooze: (ticket: TicketView, isOther?: boolean) => void;
  /** Shows all its files in a dialog. */
  showMedias: (ticket: TicketView) => void;
  /** Does the same to those of several tickets to which it applies, without a message to the customers. */
  toAll: (name: BulkAct['name'], tickets: TicketView[]) => void;
  create: () => void;
} & CardActs;

/** Provided by TicketActsProvider. */
export const TicketActsContext = createContext<TicketActs | null>(null);

/** Returns the actions. Throws outside of a TicketActsProvider. */
export const useTicketActs = (): TicketActs => {
  const acts = useContext(TicketActsContext);
  if (!acts) throw new Error('Ticket acts are offered by the tickets screen.');
  return acts;
};
