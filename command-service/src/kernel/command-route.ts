import type { RouteDefinition } from '@prosa/contracts';
import { answerPosition, type Called, implement } from '@prosa/infra/runtime';
import type { z } from 'zod';
import { type CommandIdentity, idempotencyKey } from './command-identity.ts';
import type { App, Caller, Deps } from './deps.ts';
import { assertSameAsFirst } from './first-asked.ts';

/** What carries a command out is given: the call's parts, whose command it is, and the key by which a screen finds its record. */
export type Commanded<Route extends RouteDefinition> = Omit<Called<Route, Caller>, 'principal'> & {
  principal: Caller;
  identity: CommandIdentity;
  clientId: string | null;
};
/** `position`: where it was written, for a repeat the first time; null where nothing was. */
export type Carried<Route extends RouteDefinition> = { position: bigint | null; reply: z.output<Route['reply']> };

/** What tells two commands of one key apart, where the body holds what must not be hashed (a password, a token). */
export type Identify<Route extends RouteDefinition> = (
  called: Omit<Commanded<Route>, 'identity' | 'clientId'>,
) => CommandIdentity | Promise<CommandIdentity>;

/**
 * Registers a call that commands: its key decides whether it is a repeat, and is refused for another call or body
 * (ERR_IDEMPOTENCY_MISMATCH) before anything is decided. Its position is answered as `Prosa-Position`.
 */
export const commandRoute = <const Route extends RouteDefinition>(
  app: App,
  deps: Deps,
  route: Route,
  carryOut: (commanded: Commanded<Route>) => Promise<Carried<Route>>,
  identify: Identify<Route> = ({ principal, request }) => deps.commandOf(principal, request),
): void =>
  implement<Route, Caller>(app, route, async (called) => {
    const asked = called as Omit<Commanded<Route>, 'identity' | 'clientId'>;
    const { request, reply } = asked;
    const identity = await identify(asked);
    await assertSameAsFirst(deps.pool, request, identity);
    const done = await carryOut({ ...asked, identity, clientId: idempotencyKey(request) } as Commanded<Route>);
    if (done.position !== null) answerPosition(reply, done.position);
    return done.reply;
  });
