import { type Inbound, newId } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import { connections } from '../connections/connections.decider.ts';

type Told = Extract<Inbound, { kind: 'account' }>;

/** Keeps what a channel tells of the account of a connection. A repeated or outdated report, or one for a deleted connection, changes nothing. */
export const createTellAccount =
  ({ handle }: Pick<Deps, 'handle'>) =>
  async ({ companyId, connectionId: id, news, at }: Told): Promise<void> => {
    await handle({
      companyId,
      commandId: newId(),
      actor: { kind: 'system', id: `channel:${id}` },
      missing: 'ERR_NO_WAPP_FOUND',
      decider: connections,
      stream: `connections-${companyId}`,
      command: { do: 'tell account', id, news: { ...news, at } },
    });
  };
