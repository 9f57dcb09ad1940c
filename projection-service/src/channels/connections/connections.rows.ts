import { connectionEvents, connections, HIDDEN_TOKEN } from '@prosa/contracts';
import { recordRows } from '../../records/record.rows.ts';

/**
 * Connections, without the hash of their token: only whether there is one. A deleted connection keeps its row, because the history refers
 * to it.
 */
export const connectionRows = recordRows(connections, {
  changedBy: [connectionEvents.ConnectionStatusChanged, connectionEvents.ConnectionAccountTold],
  derives: ({
    channel,
    tokenHash,
    status,
    reason = null,
    until = null,
    account,
    externalId = null,
    wabaId = null,
    hasAppSecret,
  }) => ({
    ...(channel !== undefined && {
      kind: channel,
      session: null,
      accountNews: null,
      phoneNumberId: channel === 'whatsapp' ? externalId : null,
      wabaId,
      accessToken: externalId === null ? null : HIDDEN_TOKEN,
      appSecret: null,
    }),
    ...(hasAppSecret !== undefined && { appSecret: hasAppSecret ? HIDDEN_TOKEN : null }),
    ...(tokenHash !== undefined && { token: tokenHash === null ? null : HIDDEN_TOKEN }),
    ...(status !== undefined && { reason, until }),
    // A session that is not linked at the moment does not name its account.
    ...(account ? { session: account } : {}),
  }),
});
