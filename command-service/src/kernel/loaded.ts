import type { Meta } from '@prosa/contracts';
import type { Decided, Decider } from './decider.ts';
import { type OlderCommands, olderCommands } from './older-commands.ts';

/** What is known of a command that was carried out: where its last event lies, when it was, and the hash of its body. */
export type Remembered = { revision: bigint; position: bigint; at: Date; hash: string | undefined };

/** The commands of a stream: the last ones whole, by id, oldest first, and where those before them lie (ADR 7). */
export type Recent = { commands: Map<string, Remembered>; older: OlderCommands };

/** A stream as the handler holds it: state and recent commands as of `revision` (-1n: there is no stream yet). */
export type Loaded<State> = { state: State; revision: bigint; position: bigint; companyId: string | null; recent: Recent };

export const RECENT = 1_000;

export const nothingLoaded = <State>(decider: { initial: () => State }): Loaded<State> => ({
  state: decider.initial(),
  revision: -1n,
  position: 0n,
  companyId: null,
  recent: { commands: new Map(), older: olderCommands() },
});

/** Folds one event into what is loaded. */
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
  commands.set(commandId, { revision, position, at, hash });
};

/** Of what is beyond the window only the place is kept. A step of its own, so that one command's many events are never cut in two. */
export const trim = ({ commands, older }: Recent): void => {
  for (const [commandId, { revision }] of commands) {
    if (commands.size <= RECENT) return;
    commands.delete(commandId);
    older.add(commandId, revision);
  }
};
