import { Access, topics } from '@prosa/contracts';
import { type Bus, type Consumer, Unprocessable } from '@prosa/infra/runtime';
import type { Deps } from '../../kernel/deps.ts';
import { orSetAside } from '../../kernel/set-aside.ts';
import { createNoteAccess } from './note-access.ts';

/** Joins the consumers of what the read side reports of looks: nobody waits for it, as the report itself is durable. */
export const consumeAccesses = (
  deps: Pick<Deps, 'handle' | 'turns'>,
  bus: Bus,
  onCrash?: (error: Error) => void,
): Promise<Consumer> => {
  const note = createNoteAccess(deps);
  return bus.consume({
    group: 'command.access',
    topics: [topics.access],
    fromBeginning: true,
    ...(onCrash && { onCrash }),
    handle: async ({ value }) => {
      const access = Access.safeParse(value);
      if (!access.success) throw new Unprocessable('It does not fit its schema.');
      await orSetAside(() => deps.turns.run('bulk', access.data.companyId, () => note(access.data)));
    },
  });
};
