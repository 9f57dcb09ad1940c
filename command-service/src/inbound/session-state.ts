import { derivedId, type Inbound } from '@prosa/contracts';
import { connections } from '../connections/connections.decider.ts';
import type { Deps } from '../kernel/deps.ts';

type SessionState = Extract<Inbound, { kind: 'session' }>;

/** Makes a fact of how a session says that it is. A word that comes again, or behind a newer one, changes nothing, nor does one of a connection that is gone. */
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
