import { limits, type TicketView } from '@prosa/contracts';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { readableNumber } from '../contacts/number.ts';
import { titleOf } from '../contacts/titles.ts';
import { routes } from '../kernel/api.ts';
import { call } from '../kernel/client.ts';
import type { Finding } from '../shell/feature.ts';
import { Avatar } from '../ui/avatar.tsx';
import { everyTicket, judge } from './state/tickets.filters.ts';
import type { WithTickets } from './state/tickets.selectors.ts';

/** Maximum number of results offered; the "Busca" tab finds more. */
const MOST = 8;
/** Minimum length of the search words: shorter words match nearly everything. */
const LEAST_LETTERS = 2;

type Answer = { words: string; tickets: TicketView[]; hasFailed: boolean };
const nothing: Answer = { words: '', tickets: [], hasFailed: false };

/**
 * Finds tickets by the contact's name or number, the protocol or the last message: those on this device at once, the server's after half a
 * second.
 */
export const useFoundTickets = (query: string): Finding => {
  const { t } = useTranslation('tickets');
  const words = query.trim().length < LEAST_LETTERS ? '' : query.trim();
  const here = useSelector((state: WithTickets) => state.tickets);
  const [answer, setAnswer] = useState(nothing);
  useEffect(() => {
    if (words === '') return setAnswer(nothing);
    const controller = new AbortController();
    const ask = async () => {
      const asked = call(routes.tickets.list, { query: { searchParam: words }, signal: controller.signal });
      const found = await asked.then(
        ({ data }): Answer => ({ words, tickets: data.tickets, hasFailed: false }),
        (): Answer => ({ words, tickets: [], hasFailed: true }),
      );
      if (!controller.signal.aborted) setAnswer(found);
    };
    const timer = setTimeout(() => void ask(), limits.searchDebounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [words]);
  const isAnswered = answer.words === words;
  const items = useMemo(() => {
    if (words === '') return [];
    const asked = isAnswered ? answer.tickets : [];
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
  }, [here, words, answer, isAnswered, t]);
  return { items, isBusy: words !== '' && !isAnswered, hasFailed: isAnswered && answer.hasFailed };
};

/** The matching tickets on this device, newest first. */
const knownOf = ({ lists, known }: WithTickets['tickets'], words: string): TicketView[] =>
  [...Object.values(lists).flatMap(({ live }) => Object.values(live.byId)), ...Object.values(known).map(({ ticket }) => ticket)]
    .filter((ticket): ticket is TicketView => ticket !== null && judge({ ...everyTicket, text: words }, ticket) === true)
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
