import type { Mention } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import type { Named } from '../conversation-kernel/conversation.mentions.ts';

/** Returns whom a text of the company names, as the rules need them. */
export const namedBy = (
  { referenceData }: Pick<Deps, 'referenceData'>,
  companyId: string,
  mentions: readonly Mention[] = [],
): Promise<Named[]> =>
  Promise.all(
    mentions.map(async ({ userId, ...place }) => {
      const id = userId.toLowerCase();
      return { ...place, userId: id, viewer: await referenceData.actorOf({ companyId, userId: id }) };
    }),
  );
