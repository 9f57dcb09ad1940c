import { derivedId, type ErrorCode, PLATFORM, Refused, type RouteDefinition } from '@prosa/contracts';
import { answerPosition, type Called, implement, type TokenHolder } from '@prosa/infra/runtime';
import type { z } from 'zod';
import { type CommandIdentity, idempotencyKey } from './command-identity.ts';
import type { App, Caller, Deps } from './deps.ts';
import { assertSameAsFirst } from './first-request.ts';

/**
 * The argument of the function that carries a command out: the parts of the call, the command's identity, and the key by which a
 * screen finds its record.
 */
export type Commanded<Route extends RouteDefinition> = Called<Route, Caller> & {
  identity: CommandIdentity;
  clientId: string | null;
};
/** `position`: where the command's events were written, for a repeat those of the first time; null if nothing was written. */
export type Carried<Route extends RouteDefinition> = { position: bigint | null; reply: z.output<Route['reply']> };

/**
 * Returns the identity from the called route where the body holds what must not be hashed (a password, a token), or where neither a person
 * nor an API key calls.
 */
export type Identify<Route extends RouteDefinition> = (
  called: Omit<Commanded<Route>, 'identity' | 'clientId'>,
) => CommandIdentity | Promise<CommandIdentity>;

/**
 * Registers a route that carries out a command: its idempotency key identifies a repeat; a key used before with another call or body is
 * refused (ERR_IDEMPOTENCY_MISMATCH) before anything is decided. The reply's `Prosa-Position` header holds the position.
 */
export const commandRoute = <const Route extends RouteDefinition>(
  app: App,
  deps: Deps,
  route: Route,
  carryOut: (commanded: Commanded<Route>) => Promise<Carried<Route>>,
  identify: Identify<Route> = ({ principal, request }) => deps.commandOf(principal as Caller, request),
): void =>
  implement<Route, Caller>(app, route, (called) =>
    deps.turns.run('person', (called.principal as { companyId: string } | null)?.companyId ?? '', async () => {
      const asked = called as Omit<Commanded<Route>, 'identity' | 'clientId'>;
      const { request, reply } = asked;
      const identity = ofCompany(route, asked, await identify(asked));
      await assertSameAsFirst(deps.pool, request, identity);
      const done = await carryOut({ ...asked, identity, clientId: idempotencyKey(request) } as Commanded<Route>);
      if (done.position !== null) answerPosition(reply, done.position);
      return done.reply;
    }),
  );

/**
 * The identity of a call whose route names the company it changes: the command runs in that company, and its history shows the actor
 * together with the actor's own company. Without `company` in its route a command stays in the caller's own company.
 */
const ofCompany = (
  { company, missing }: RouteDefinition,
  { principal, params }: { principal: Caller | TokenHolder | null; params: unknown },
  identity: CommandIdentity,
): CommandIdentity => {
  if (company === undefined) return identity;
  if (!principal || !('super' in principal && principal.super)) throw new Refused('ERR_NO_PERMISSION');
  const companyId =
    company === 'platform'
      ? PLATFORM
      : company === 'new'
        ? derivedId(identity.commandId, 'company')
        : (params as Record<string, string>)[company.param]!;
  // The platform is not a customer of itself.
  if (typeof company === 'object' && companyId === PLATFORM) throw new Refused(missing as ErrorCode);
  if (companyId === principal.companyId) return identity;
  return { ...identity, companyId, actor: { ...identity.actor, companyId: principal.companyId } };
};
