import { type ImportFact, Refused, type Unstored } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';

export type ImportEvent = Unstored<ImportFact>;
/** Whether contacts are written: from then on nothing else can be started. */
export type ImportState = { isReal: boolean };
export type ImportCommand =
  | ({ do: 'start import' } & Extract<ImportEvent, { type: 'ImportStarted' }>['data'])
  /** `isRunning`: whether a run is under way. */
  | { do: 'cancel import'; importId: string; isRunning: boolean };

/** A stream `import-{importId}`: dry runs, as often as wanted, then one real run; each may be cancelled. */
export const importing: Decider<ImportCommand, ImportState, ImportEvent> = {
  initial: () => ({ isReal: false }),
  decide(command, { isReal }) {
    if (command.do === 'cancel import') {
      if (!command.isRunning) throw new Refused('ERR_IMPORT_OVER');
      return [{ type: 'ImportCancelled', data: { importId: command.importId } }];
    }
    if (isReal) throw new Refused('ERR_IMPORT_STARTED');
    const { importId, dryRun, columns } = command;
    return [{ type: 'ImportStarted', data: { importId, dryRun, columns } }];
  },
  evolve: (state, { type, data }) => (type === 'ImportStarted' ? { isReal: !data.dryRun } : state),
};
