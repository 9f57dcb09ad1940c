import { type Meta, Refused } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';
import type { ConversationEvent, ConversationState, Envelope } from '../conversation-kernel/conversation.state.ts';
import { afterForgetting } from '../forgotten/forgotten.concern.ts';
import * as concerns from './concerns.ts';

/** The contact was merged into another: the command belongs to the conversation with the key `to` (decision 13). */
export class Moved extends Error {
  readonly to: string;

  constructor(to: string) {
    super(`The conversation is continued in ${to}.`);
    this.to = to;
  }
}

/**
 * The contact was forgotten, so nothing is written here any more. A customer who writes from a number of theirs is a new contact: whoever
 * asked for this conversation has an older answer, and asks again.
 */
export class Forgotten extends Refused {
  constructor() {
    super('ERR_NO_CONTACT_FOUND');
  }
}

type Concerns = typeof concerns;
type One = Concerns[keyof Concerns];
type Together<Part> = (Part extends unknown ? (of: Part) => void : never) extends (of: infer All) => void ? All : never;
/** A rule that reads nothing of its command has one without fields. */
type Decided<Rules> = {
  [Do in keyof Rules]: Rules[Do] extends (command: infer Command, state: never) => unknown
    ? unknown extends Command
      ? Envelope & { do: Do }
      : Command
    : never;
}[keyof Rules];
type Rulings = { [Name in keyof Concerns]: Decided<Concerns[Name]['decide']> };
type Folded = { [Name in keyof Concerns]: keyof Concerns[Name]['evolve'] }[keyof Concerns];

/** The state of a conversation with what concerns keep for themselves. */
export type WholeState = ConversationState & Together<ReturnType<One['initial']>>;
export type ConversationCommand = Rulings[keyof Concerns];

/** The compiler names here the event types that no concern folds: one that changes nothing is folded by `nothing`. */
const unfolded: Record<Exclude<ConversationEvent['type'], Folded>, never> = {};

/** A concern, whichever: that a rule gets its own command and a fold its own event holds by their names. */
type Any = {
  initial: () => object;
  evolve: Record<string, ((state: unknown, data: unknown, meta: Meta) => void) | undefined>;
  decide: Record<string, (command: unknown, state: unknown) => ConversationEvent[]>;
  stays?: Record<string, ((command: unknown, state: unknown) => boolean) | undefined>;
  unremembered?: readonly ConversationEvent['type'][];
};
const all = Object.values({ ...concerns, ...unfolded }) as unknown as readonly Any[];

const folds = new Map<string, NonNullable<Any['evolve'][string]>[]>();
const rules = new Map<string, { decide: Any['decide'][string]; stays: (command: unknown, state: unknown) => boolean }>();
for (const { evolve, decide, stays = {} } of all) {
  for (const [type, fold] of Object.entries(evolve)) if (fold) folds.set(type, [...(folds.get(type) ?? []), fold]);
  for (const [name, rule] of Object.entries(decide)) {
    if (rules.has(name)) throw new Error(`Two concerns decide "${name}".`);
    rules.set(name, { decide: rule, stays: stays[name] ?? (() => false) });
  }
}

/** The central aggregate: one customer on one connection, with their successive tickets and the messages. */
export const conversation: Decider<ConversationCommand, WholeState, ConversationEvent> = {
  initial: () => Object.assign({}, ...all.map(({ initial }) => initial())) as WholeState,
  evolve: (state, { type, data }, meta) => {
    for (const fold of folds.get(type) ?? []) fold(state, data, meta);
    return state;
  },
  unremembered: all.flatMap(({ unremembered = [] }) => unremembered),
  decide: (command, state) => {
    const { decide, stays } = rules.get(command.do)!;
    if (state.continuedIn !== null && !stays(command, state)) throw new Moved(state.continuedIn);
    const events = decide(command, state);
    if (state.isForgotten && !events.every(({ type }) => afterForgetting.has(type))) throw new Forgotten();
    return events;
  },
};
