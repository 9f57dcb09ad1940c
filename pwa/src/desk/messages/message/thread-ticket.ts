import type { TicketView } from '@prosa/contracts';
import { createContext } from 'react';

/** The ticket whose thread is shown, for deeply nested components; null while unknown. */
export const ThreadTicket = createContext<TicketView | null>(null);
