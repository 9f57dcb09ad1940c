import { derivedId, type Inbound } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import { connections } from '../connections/connections.decider.ts';

type SessionState = Extract<Inbound, { kind: 'session' }>;

/**
 * Records a session state that a connection reports as an event. A repeated or outdated report, or one for a deleted connection, changes
 * nothing.
 */
export const createReportSession =
  ({ handle }: Pick<Deps, 'handle'>) =>
  async ({ companyId, connectionId, status, reason, until, account, sequence }: SessionState): Promise<void> => {
    const id = connectionId.toLowerCase();
    await handle({
      companyId,
      commandId: derivedId(id, `session ${sequence}`),
      actor: { kind: 'system', id: `channel:${id}` },
      missing: 'ERR_NO_WAPP_FOUND',
      decider: connections,
      stream: `connections-${companyId}`,
      command: { do: 'report status', id, status, reason, until, account, sequence },
    });
  };
