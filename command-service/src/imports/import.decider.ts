import { type ImportFact, Refused, type Unstored } from '@prosa/contracts';
import type { Decider } from '../kernel/decider.ts';

export type ImportEvent = Unstored<ImportFact>;
/** Whether contacts are written: from then on nothing else can be started. */
export type ImportState = { isReal: boolean };
export type ImportCommand = { do: 'start import' } & ImportEvent['data'];

/** A stream `import-{importId}`: dry runs, as often as wanted, then one real run. */
export const importing: Decider<ImportCommand, ImportState, ImportEvent> = {
  initial: () => ({ isReal: false }),
  decide({ importId, dryRun, columns }, { isReal }) {
    if (isReal) throw new Refused('ERR_IMPORT_STARTED');
    return [{ type: 'ImportStarted', data: { importId, dryRun, columns } }];
  },
  evolve: (_, { data }) => ({ isReal: !data.dryRun }),
};
