import type { Meta } from '@prosa/contracts';
import type { Decided, Decider } from './decider.ts';
import { type OlderCommands, olderCommands } from './older-commands.ts';

/**
 * The record of a command that was carried out: the revision and position of its last event, its time in milliseconds (a Date
 * takes as much room as all the rest), and the hash of its body.
 */
export type Remembered = { revision: bigint; position: bigint; at: number; hash: string | undefined };

/** The commands of a stream: the most recent ones in full, by id, oldest first; of the older ones only their revisions (decision 5). */
export type Recent = { commands: Map<string, Remembered>; older: OlderCommands };

/** A stream as the handler holds it: state and recent commands as of `revision` (-1n: the stream does not exist yet). */
export type Loaded<State> = { state: State; revision: bigint; position: bigint; companyId: string | null; recent: Recent };

/** Commands of a stream that are remembered in full: more than are under way at any time, since only what is repeated late asks the store. */
export const RECENT = 32;

export const nothingLoaded = <State>(decider: { initial: () => State }): Loaded<State> => ({
  state: decider.initial(),
  revision: -1n,
  position: 0n,
  companyId: null,
  recent: { commands: new Map(), older: olderCommands() },
});

/** Folds one event into the loaded state. */
export const foldIn = <State, Event extends Decided>(
  decider: Decider<never, State, Event>,
  loaded: Loaded<State>,
  event: Event,
  meta: Meta,
): void => {
  loaded.state = decider.evolve(loaded.state, event, meta);
  loaded.revision = meta.revision;
  loaded.position = meta.position;
  loaded.companyId ??= meta.companyId;
  if (!decider.unremembered?.includes(event.type)) remember(loaded.recent, meta);
};

const remember = ({ commands }: Recent, { commandId, revision, position, at, commandHash: hash }: Meta): void => {
  commands.set(commandId, { revision, position, at: at.getTime(), hash });
};

/** Keeps only the revision of the commands beyond the window. It is a separate step, so that the events of one command are never split. */
export const trim = ({ commands, older }: Recent): void => {
  for (const [commandId, { revision }] of commands) {
    if (commands.size <= RECENT) return;
    commands.delete(commandId);
    older.add(commandId, revision);
  }
};
