import { conversationOf, derivedId, type Inbound, Refused } from '@prosa/contracts';
import { Unprocessable } from '@prosa/infra/runtime';
import { createConverse } from '../../desk/conversations/conversations.ts';
import type { Deps } from '../../kernel/deps.ts';

type Fetched = Extract<Inbound, { kind: 'media' }>;

/**
 * Handles the gateway's report about a customer's file. Its bytes are claimed before an event names them, like those of attendants' files:
 * if they were swept meanwhile the fetch has failed, and can be requested again.
 */
export const createConcludeFetching = ({ pool, handle }: Pick<Deps, 'pool' | 'handle'>): ((told: Fetched) => Promise<void>) => {
  const converse = createConverse(handle);

  const claim = async ({ companyId, commandId, mediaId }: { companyId: string; commandId: string; mediaId: string }) => {
    const { rowCount } = await pool.query(
      `update command.media set at = case state when 'coming' then now() else at end,
         state = case state when 'coming' then 'claimed' else state end, claimed_by = coalesce(claimed_by, $3)
       where id = $1 and company_id = $2 and state in ('coming', 'claimed', 'kept')`,
      [mediaId, companyId, commandId],
    );
    return rowCount === 1;
  };

  return async ({ companyId, connectionId, attempt, media, reason, ...told }) => {
    const messageId = told.messageId.toLowerCase();
    const key = conversationOf(messageId);
    if (key === null || (media === null) === (reason === null)) throw new Unprocessable('It is not the end of a fetch.');
    const commandId = derivedId(connectionId, `media ${messageId} ${attempt} ${media ? 'stored' : 'failed'}`);
    const isKept = media !== null && (await claim({ companyId, commandId, mediaId: media.mediaId }));
    try {
      await converse(
        { key, companyId, commandId, actor: { kind: 'system', id: `channel:${connectionId}` }, missing: 'ERR_NO_MESSAGE_FOUND' },
        {
          do: 'conclude fetching',
          messageId,
          connectionId,
          attempt,
          media: isKept ? media : null,
          reason: reason ?? (isKept ? null : 'unavailable'),
        },
      );
    } catch (error) {
      // The person was forgotten, and the file with them: a parked message would still contain personal data.
      if (!(error instanceof Refused && error.code === 'ERR_NO_CONTACT_FOUND')) throw error;
    }
  };
};
