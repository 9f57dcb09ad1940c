import { type Actor, newId, Refused } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import { beginMerge } from './merge.begin.ts';
import { createMerging } from './merging.ts';

/**
 * Merges two contacts that a channel has shown to be one person: `merged` into `kept`, whose number the customer has now. If they cannot be
 * merged, or are already, nothing happens. All steps are done when it resolves, so that whoever serves the one has the ticket of the other
 * before the message that shows it is in there; a crash leaves the rest to the reactor (decision 13).
 */
export const createLearntMerge = (deps: Pick<Deps, 'store' | 'handle' | 'keys' | 'clock' | 'referenceData'>) => {
  const merging = createMerging({ ...deps, connectionsOf: deps.referenceData.connections });
  return async ({ companyId, actor }: { companyId: string; actor: Actor }, kept: string, merged: string): Promise<void> => {
    const commandId = newId();
    const parts = { contactId: merged, into: kept };
    try {
      await beginMerge(deps, { companyId, actor, commandId }, parts);
      await merging({ companyId, actor, ...parts, causationId: commandId });
    } catch (error) {
      if (!(error instanceof Refused) || error.status >= 500) throw error;
    }
  };
};
