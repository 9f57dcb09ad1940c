import type { TicketView } from '@prosa/contracts';
import { ticketRoutes } from '@prosa/contracts';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { readableNumber } from '../../contacts/contacts/number.ts';
import { titleOf } from '../../contacts/contacts/titles.ts';
import { useFound, wordsOf } from '../../kernel/calls/use-found.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import type { Finder, Finding } from '../../shell/feature.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { everyTicket, judge } from './state/tickets.filters.ts';
import type { WithTickets } from './state/tickets.selectors.ts';

/** Maximum number of results offered; the "Busca" tab finds more. */
const MOST = 8;
const ticketsOf = ({ tickets }: { tickets: TicketView[] }): TicketView[] => tickets;

/**
 * Finds tickets by the contact's name or number, the protocol or the last message: those on this device at once, the server's after half a
 * second.
 */
const useFoundTickets = (query: string): Finding => {
  const { t } = useTexts('tickets');
  const words = wordsOf(query);
  const here = useSelector((state: WithTickets) => state.tickets);
  const { items: asked, isBusy, hasFailed } = useFound(ticketRoutes.list, ticketsOf, words);
  const items = useMemo(() => {
    if (words === '') return [];
    return [...new Map([...knownOf(here, words), ...asked].map((ticket) => [ticket.id, ticket])).values()]
      .slice(0, MOST)
      .map((ticket) => ({
        id: ticket.id,
        label: titleOf(ticket),
        detail: [
          readableNumber(ticket.contact.number),
          t('protocolShort', { protocol: ticket.protocol }),
          t(`is-${ticket.status}`),
        ]
          .filter(Boolean)
          .join(' · '),
        icon: <Avatar name={ticket.contact.name} picture={ticket.contact.profilePicUrl} size={20} />,
        to: `/tickets/${ticket.uuid}`,
      }));
  }, [here, words, asked, t]);
  return { items, isBusy, hasFailed };
};

/** The matching tickets on this device, newest first. */
const knownOf = ({ lists, known }: WithTickets['tickets'], words: string): TicketView[] =>
  [...Object.values(lists).flatMap(({ live }) => Object.values(live.byId)), ...Object.values(known).map(({ ticket }) => ticket)]
    .filter((ticket): ticket is TicketView => ticket !== null && judge({ ...everyTicket, text: words }, ticket) === true)
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));

export const finder: Finder = { title: 'tickets:title', place: 10, use: useFoundTickets };
