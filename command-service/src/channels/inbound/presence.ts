import { derivedId, type Inbound } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import { presence } from '../../people/users/presence.decider.ts';

/** Records as an event that a user came or went, touches no screen, or does again. */
export const createReportPresence =
  ({ handle }: Pick<Deps, 'handle'>) =>
  async ({ companyId, userId, online, idle = false, sequence, at }: Extract<Inbound, { kind: 'presence' }>): Promise<void> => {
    await handle({
      companyId,
      commandId: derivedId(userId, `presence ${sequence}`),
      actor: { kind: 'system', id: 'presence' },
      missing: 'ERR_NO_USER_FOUND',
      decider: presence,
      stream: `presence-${userId}`,
      command: { do: 'report presence', userId, online, idle, sequence, at },
    });
  };
