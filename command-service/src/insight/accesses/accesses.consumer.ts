import { Access, Refused, topics } from '@prosa/contracts';
import { type Bus, type Consumer, Standstill, UndecodableEvent, UnknownEvent, Unprocessable } from '@prosa/infra/runtime';
import type { Deps } from '../../kernel/deps.ts';
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
      try {
        await deps.turns.run('bulk', access.data.companyId, () => note(access.data));
      } catch (error) {
        if (error instanceof Refused && error.status < 500) throw new Unprocessable(error.code);
        if (error instanceof UnknownEvent || error instanceof UndecodableEvent) throw new Standstill(error.message);
        throw error;
      }
    },
  });
};
