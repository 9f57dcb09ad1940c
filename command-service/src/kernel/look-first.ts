import { Refused } from '@prosa/contracts';
import type { Decided } from './decider.ts';
import type { Handle, Handling } from './handler.ts';

/**
 * Checks the state of a stream before something costly, such as the receipt of a file: `look` throws Refused if the command that follows
 * would be refused. Appends nothing; a repeat of a completed command passes.
 */
export const lookFirst = async <Command, State, Event extends Decided>(
  handle: Handle,
  handling: Omit<Handling<Command, State, Event>, 'command'>,
  look: (state: State) => void,
): Promise<void> => {
  const allowed = new Refused('ERR_BUSY');
  const command = (state: State): Command => {
    look(state);
    throw allowed;
  };
  await handle({ ...handling, command }).catch((error: unknown) => {
    if (error !== allowed) throw error;
  });
};
