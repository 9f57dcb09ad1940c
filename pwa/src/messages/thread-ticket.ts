import type { TicketView } from '@prosa/contracts';
import { createContext } from 'react';

/** The ticket whose thread is shown, for what is deep in it; null while it is not known. */
export const ThreadTicket = createContext<TicketView | null>(null);
