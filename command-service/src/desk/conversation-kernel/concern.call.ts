import type { ErrorCode, Mention, RouteDefinition } from '@prosa/contracts';
import type { Called } from '@prosa/infra/runtime';
import type { z } from 'zod';
import type { Caller } from '../../kernel/deps.ts';
import type { Named } from './conversation.mentions.ts';
import type { Envelope } from './conversation.state.ts';

type Asked<Route extends RouteDefinition> = Pick<Called<Route, Caller>, 'params' | 'body'> & { by: Caller };
/** The outcome of the command: its envelope, and when its events were written. */
type Done = Envelope & { at: Date };

/** What a call may ask of other records before its command. */
type Facts = { named: (mentions?: readonly Mention[]) => Promise<Named[]> };

/** A call that is one command of a concern, for one conversation. */
export type ConcernCall<Route extends RouteDefinition = RouteDefinition, Command = { do: string }> = {
  route: Route;
  /** The id of the ticket, note or message that the call is about, which names the conversation. */
  of: (asked: Asked<Route>) => string;
  /** The refusal if there is no conversation of that id. */
  missing: ErrorCode;
  command: (asked: Asked<Route>, facts: Facts) => Command | Promise<Command>;
  /** `ticket`: the fields of the ticket `of`, after the command. */
  reply: 'ticket' | ((done: Done, asked: Asked<Route>) => z.output<Route['reply']>);
};

/** Defines a call of a concern. */
export const concernCall = <const Route extends RouteDefinition, const Command extends { do: string }>(
  route: Route,
  call: Omit<ConcernCall<Route, Command>, 'route'>,
): ConcernCall<Route, Command> => ({ route, ...call });
