import { derivedId, Refused, routes } from '@prosa/contracts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import { ticketChanges } from './tickets.changes.ts';

/** The caller is answered within this time: tickets that have not been processed by then are reported as to be requested again. */
const TURN_MS = 10_000;
type Result = { id: string; status: number; error?: string };

/**
 * One call for many tickets. Each ticket is a command of its own, with an id derived from the call's, as bulk work. A repeat of the
 * call with the same key executes only what has not been done yet.
 */
export const bulkCalls = (app: App, deps: Deps): void => {
  const { turns, log } = deps;
  const changes = ticketChanges(deps);

  commandRoute(app, deps, routes.tickets.bulk, async ({ query, body, principal, identity }) => {
    const { ticketIds, tags, addTags, ...asked } = body;
    const changesIt = [asked.status, asked.userId, asked.queueId].some((value) => value !== undefined);
    let last: bigint | null = null;

    const carryOut = async (ticketId: string): Promise<void> => {
      const step = (name: string) => ({ ...identity, commandId: derivedId(identity.commandId, name, ticketId), bulk: true });
      const reached = ({ position }: { position: bigint }) => {
        if (last === null || position > last) last = position;
      };
      // Tags first: without one a ticket may not be closed.
      if (tags || addTags) reached(await changes.tag(step('tag'), principal, ticketId, { tags, addTags }));
      if (changesIt) reached(await changes.change(step('change'), principal, ticketId, { ...asked, ...query }));
    };
    const resultOf = async (id: string): Promise<Result> => {
      try {
        await carryOut(id);
        return { id, status: 200 };
      } catch (error) {
        if (error instanceof Refused) return { id, status: error.status, error: error.code };
        log.error({ err: error, ticketId: id }, 'one of many tickets could not be changed');
        return { id, status: 500, error: 'ERR_INTERNAL' };
      }
    };

    const end = performance.now() + TURN_MS;
    const inTurn = (id: string): Promise<Result> =>
      turns
        .run('bulk', principal.companyId, () => resultOf(id), { waitMs: Math.max(0, end - performance.now()) })
        // Its turn did not come.
        .catch(() => ({ id, status: 503, error: 'ERR_BUSY' }));

    const ids = [...new Set(ticketIds.map((id) => id.toLowerCase()))];
    const results = await Promise.all(ids.map(inTurn));
    return { position: last, reply: { results } };
  });
};
