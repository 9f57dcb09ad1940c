import type { ExportFact, Unstored } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';

type ExportEvent = Unstored<ExportFact>;
type Requested = Extract<ExportEvent, { type: 'ExportRequested' }>['data'];
type ExportCommand = ({ do: 'request export' } & Requested) | { do: 'fetch export'; exportId: string };

/** A stream `export-{exportId}`: who has exported what, and who has taken it away. */
export const exporting: Decider<ExportCommand, null, ExportEvent> = {
  initial: () => null,
  decide: (command) => {
    const { exportId } = command;
    if (command.do === 'fetch export') return [{ type: 'ExportFetched', data: { exportId } }];
    const { ticketIds, language } = command;
    return [{ type: 'ExportRequested', data: { exportId, ticketIds, language } }];
  },
  evolve: (state) => state,
};
