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
  look: (state: State) => void | Promise<void>,
): Promise<void> => {
  const allowed = new Refused('ERR_BUSY');
  const command = async (state: State): Promise<Command> => {
    await look(state);
    throw allowed;
  };
  await handle({ ...handling, command }).catch((error: unknown) => {
    if (error !== allowed) throw error;
  });
};

/**
 * Throws the refusal of the rules, if there is one, and carries nothing out: for a command that must first ask elsewhere, where the answer
 * must not be visible to everybody (whether an e-mail exists). A repeat passes.
 */
export const decideOnly = <Command, State, Event extends Decided>(
  handle: Handle,
  handling: Handling<Command, State, Event>,
): Promise<void> => {
  const { command, decider } = handling;
  return lookFirst(handle, handling, async (state) => {
    const asked =
      typeof command === 'function' ? await (command as (state: State) => Command | Promise<Command>)(state) : command;
    decider.decide(asked, state);
  });
};
