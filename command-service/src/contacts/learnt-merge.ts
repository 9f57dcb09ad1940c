import { type Actor, newId, Refused } from '@prosa/contracts';
import type { Deps } from '../kernel/deps.ts';
import { beginMerge } from './merge.begin.ts';

/**
 * Merges two contacts that a channel has shown to be one person: `merged` into `kept`, whose number the customer has now. If they cannot be
 * merged, or are already, nothing happens. The steps follow by the reactor (ADR 521).
 */
export const createLearntMerge =
  (tools: Pick<Deps, 'store' | 'handle'>) =>
  async ({ companyId, actor }: { companyId: string; actor: Actor }, kept: string, merged: string): Promise<void> => {
    try {
      await beginMerge(tools, { companyId, actor, commandId: newId() }, { contactId: merged, into: kept });
    } catch (error) {
      if (!(error instanceof Refused) || error.status >= 500) throw error;
    }
  };
export type LearntMerge = ReturnType<typeof createLearntMerge>;
