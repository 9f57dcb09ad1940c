import type { ExportFact, Unstored } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';

type ExportEvent = Unstored<ExportFact>;
type ExportCommand = { do: 'request export' } & ExportEvent['data'];

/** A stream `export-{exportId}`: who has exported what. */
export const exporting: Decider<ExportCommand, null, ExportEvent> = {
  initial: () => null,
  decide: ({ exportId, ticketIds, language }) => [{ type: 'ExportRequested', data: { exportId, ticketIds, language } }],
  evolve: (state) => state,
};
