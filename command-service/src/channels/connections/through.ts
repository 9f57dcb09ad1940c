import { abilitiesOf } from '@prosa/contracts';
import type { Through } from '../../desk/conversations/conversation.commands.ts';
import type { Deps } from '../../kernel/deps.ts';
import { isOff } from './is-off.ts';

/** Returns what the rules need to know of the channel that a conversation's messages go through; `started`: how it began. */
export const createThrough =
  ({ referenceData, clock, config }: Pick<Deps, 'referenceData' | 'clock' | 'config'>) =>
  async (companyId: string, started: { connectionId: string } | null): Promise<Through> => {
    const connection = started && (await referenceData.connection(companyId, started.connectionId));
    return {
      abilities: abilitiesOf(connection?.channel ?? '', connection?.provider),
      isOff: connection !== null && isOff(connection),
      hasLinks: config.PROSA_PUBLIC_URL !== undefined,
      hasHumanAgent: config.PROSA_META_HUMAN_AGENT ?? false,
      now: clock().getTime(),
    };
  };
