import type { TicketView } from '@prosa/contracts';
import { type ReactNode, useMemo, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { loadScreenTexts } from '../../../kernel/i18n/i18n.ts';
import { later, useLater } from '../../../kernel/loading/later.ts';
import { selectSetting } from '../../../people/sessions/sessions.slice.ts';
import { holdOpener } from '../../../ui/hooks/use-return-focus.ts';
import { type TicketActs, TicketActsContext } from '../acts/ticket-acts.context.ts';
import { resolveTicket } from '../state/resolve.commands.ts';
import { bulkTickets, fitting } from '../state/tickets.bulk.ts';
import { acceptTicket, returnTicket } from '../state/tickets.commands.ts';
import { selectBulkResult } from '../state/tickets.selectors.ts';
import { tagsAsked } from '../state/tickets.slice.ts';
import { manyOf } from './many.ts';
import type { Asking } from './open-dialogs.tsx';

const dialogs = later(async () => (await Promise.all([import('./open-dialogs.tsx'), loadScreenTexts('composer')]))[0], {
  atRest: true,
});

/** Provides the actions to its children, and shows the dialogs of those that need input. */
export const TicketActsProvider = ({ children }: { children: ReactNode }) => {
  const dispatch = useDispatch();
  const [asking, setAsking] = useState<Asking | null>(null);
  const asksRating = useSelector(selectSetting('userRating')) === 'enabled';
  const acts = useMemo((): TicketActs => {
    const ask = (what: Asking): void => {
      if (!dialogs.now()) holdOpener();
      setAsking(what);
    };
    /** The server would refuse to close it, so the tag editor is opened at once. */
    const lacksTag = ({ id, company, tags }: TicketView): boolean => {
      const lacks = company.tagForce && tags.length === 0;
      if (lacks) dispatch(tagsAsked(id));
      return lacks;
    };
    return {
      accept: ({ id }) => dispatch(acceptTicket.start({ ticketId: id })),
      giveBack: ({ id, userId }) => dispatch(returnTicket.start({ ticketId: id, servedBy: userId })),
      resolve: (ticket, isSilent = false) => {
        if (lacksTag(ticket)) return;
        if (asksRating && !isSilent) ask({ kind: 'resolve', ticket });
        else dispatch(resolveTicket.start({ ticketId: ticket.id, withoutRating: false, ...(isSilent && { isSilent }) }));
      },
      reopen: (ticket) => ask({ kind: 'reopen', ticket }),
      transfer: (ticket) => ask({ kind: 'transfer', ticket }),
      remove: (ticket) => ask({ kind: 'remove', ticket }),
      spy: (ticket) => ask({ kind: 'spy', ticket }),
      schedule: (ticket) => ask({ kind: 'schedule', ticket }),
      snooze: (ticket, isOther = false) => ask({ kind: 'snooze', ticket, isOther }),
      showMedias: (ticket) => ask({ kind: 'medias', ticket }),
      toAll: (name, tickets) => {
        const those = fitting(name, tickets);
        if (those.length === 0) return;
        if (name === 'transfer' || name === 'tag') ask({ kind: `${name} all`, tickets: those });
        else dispatch(bulkTickets.start({ tickets: manyOf(those), act: { name } }));
      },
      create: () => ask({ kind: 'new' }),
      converse: (about) => ask({ kind: 'new', about }),
      save: (about) => ask({ kind: 'save', about }),
    };
  }, [dispatch, asksRating]);
  const told = useSelector(selectBulkResult);
  const parts = useLater(dialogs, asking !== null || told !== null);
  return (
    <TicketActsContext value={acts}>
      {children}
      {asking && parts && <parts.OpenDialog asking={asking} acts={acts} onClose={() => setAsking(null)} />}
      {told && parts && <parts.BulkResultDialog told={told} />}
    </TicketActsContext>
  );
};
