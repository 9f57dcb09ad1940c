import { type ErrorCode, PLATFORM, Refused, type RouteDefinition } from '@prosa/contracts';
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
    const identity = ofCompany(route, asked, await identify(asked));
    await assertSameAsFirst(deps.pool, request, identity);
    const done = await carryOut({ ...asked, identity, clientId: idempotencyKey(request) } as Commanded<Route>);
    if (done.position !== null) answerPosition(reply, done.position);
    return done.reply;
  });

/**
 * The command of a call that says which company it changes: done there, by whom that company's history shows with the company that they
 * are of. Without `company` in its route no command leaves the caller's own.
 */
const ofCompany = (
  { company, missing }: RouteDefinition,
  { principal, params }: { principal: Caller; params: unknown },
  identity: CommandIdentity,
): CommandIdentity => {
  if (company === undefined) return identity;
  if (!principal.super) throw new Refused('ERR_NO_PERMISSION');
  const companyId = company === 'platform' ? PLATFORM : (params as Record<string, string>)[company.param]!;
  // It is no customer of itself.
  if (company !== 'platform' && companyId === PLATFORM) throw new Refused(missing as ErrorCode);
  if (companyId === principal.companyId) return identity;
  return { ...identity, companyId, actor: { ...identity.actor, companyId: principal.companyId } };
};
