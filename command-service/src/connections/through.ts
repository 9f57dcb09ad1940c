import { abilitiesOf } from '@prosa/contracts';
import type { Through } from '../conversations/conversation.commands.ts';
import type { Deps } from '../kernel/deps.ts';
import { isOff } from './is-off.ts';

/** Returns what the rules need to know of the channel that a conversation's messages go through. */
export const createThrough =
  ({ referenceData, clock, config }: Pick<Deps, 'referenceData' | 'clock' | 'config'>) =>
  async (companyId: string, connectionId: string): Promise<Through> => {
    const connection = await referenceData.connection(companyId, connectionId);
    return {
      abilities: abilitiesOf(connection?.channel ?? '', connection?.provider),
      isOff: connection !== null && isOff(connection),
      hasLinks: config.PROSA_PUBLIC_URL !== undefined,
      now: clock().getTime(),
    };
  };
