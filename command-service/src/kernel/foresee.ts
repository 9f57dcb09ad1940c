import { Refused } from '@prosa/contracts';
import type { Decided } from './decider.ts';
import type { Handle, Handling } from './handler.ts';

/**
 * Throws the refusal of the rules, if there is one, and carries nothing out: for a command that must first ask elsewhere, where the answer
 * must not be visible to everybody (whether an e-mail exists). A repeat passes.
 */
export const foresee = async <Command, State, Event extends Decided>(
  handle: Handle,
  handling: Handling<Command, State, Event>,
): Promise<void> => {
  const allowed = new Refused('ERR_BUSY');
  const { command, decider } = handling;
  const foreseen = async (state: State): Promise<Command> => {
    const asked =
      typeof command === 'function' ? await (command as (state: State) => Command | Promise<Command>)(state) : command;
    decider.decide(asked, state);
    throw allowed;
  };
  await handle({ ...handling, command: foreseen }).catch((error: unknown) => {
    if (error !== allowed) throw error;
  });
};
