import type { TicketView } from '@prosa/contracts';
import { useContext, useMemo } from 'react';
import { useFormat } from '../../../people/sessions/use-format.ts';
import { hitState } from '../../message-search/hit-state.ts';
import { HitLine } from '../found/hit-line.tsx';
import { HitsContext } from '../found/hits.ts';
import { type RowHit, TicketRow } from './ticket-row.tsx';

/** A ticket that a search found: with the message that has the words, at which it opens. */
export const FoundRow = ({ ticket, isCurrent }: { ticket: TicketView; isCurrent: boolean }) => {
  const { rowTime, dateTime } = useFormat();
  const { words, known } = useContext(HitsContext);
  const hit = known.get(ticket.id) ?? null;
  const row = useMemo((): RowHit | undefined => {
    if (!hit) return undefined;
    const { id, createdAt } = hit.message;
    return {
      line: <HitLine message={hit.message} sought={words} />,
      time: (
        <time dateTime={createdAt} title={dateTime(createdAt)}>
          {rowTime(createdAt)}
        </time>
      ),
      at: { search: `?goMessage=${id}`, state: hitState(words) },
    };
  }, [hit, words, rowTime, dateTime]);
  return <TicketRow ticket={ticket} isCurrent={isCurrent} hit={row} />;
};
