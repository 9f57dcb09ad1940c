import type { TicketView } from '@prosa/contracts';
import { useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { selectMe } from '../../../people/sessions/sessions.slice.ts';
import { keepDraft, readDraft } from '../../messages/state/offline.ts';
import { selectGoesOnIn } from '../state/tickets.selectors.ts';

/**
 * When the customer of a ticket turns out to be another contact while its user serves them, the ticket ends and one of that contact takes its
 * place (decision 13): shows that one instead, with what was being written.
 */
export const useMergedTicket = (ticket: TicketView | null): void => {
  const navigate = useNavigate();
  const me = useSelector(selectMe)?.id ?? '';
  const next = useSelector(selectGoesOnIn(ticket));
  const { id = '', status, contactId } = ticket ?? {};
  const served = useRef({ id, contactId });
  useEffect(() => {
    if (status === 'open') served.current = { id, contactId };
    const wasMerged = served.current.id === id && served.current.contactId !== contactId;
    if (!next || next.userId !== me || !wasMerged) return;
    const text = readDraft('draft', me, id);
    if (text !== '' && readDraft('draft', me, next.id) === '') {
      keepDraft('draft', me, next.id, text);
      keepDraft('draft', me, id, '');
    }
    void navigate(`/tickets/${next.id}`, { replace: true });
  }, [id, status, contactId, next, me, navigate]);
};
