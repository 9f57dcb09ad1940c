import { type Fact, Refused } from '@prosa/contracts';
import { type Bus, type Decoded, type Logger, UnknownEvent } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Reaction, Reactor, RowBatch } from '../kernel/reactor.ts';
import type { Deferred } from './deferred-work.ts';
import { setAside } from './unreadable.ts';

/** Whether a reactor handles an event, or may: of one that newer code wrote it is not known. */
export const concerns = ({ types, streams }: Pick<Reactor, 'types' | 'streams'>, { type, fault, meta }: Decoded): boolean =>
  (types.has(type) || fault instanceof UnknownEvent) && streams.some((prefix) => meta.stream.startsWith(prefix));

/** Does everything that follows from an event, or only its command, however long it takes; resolves to the rows that are still to be written. */
export const carryingOut = ({
  reactor,
  reaction,
  bus,
  pool,
  log,
}: {
  reactor: Reactor;
  reaction: Reaction<Fact>;
  bus: Bus;
  pool: pg.Pool;
  log: Logger;
}): ((fact: Decoded, part: Deferred['part']) => Promise<RowBatch<Fact> | null>) => {
  /** A command that the rules refuse now would be refused again, so it is logged and not retried. */
  const command = (fact: Fact): Promise<void> =>
    (reaction.command?.(fact) ?? Promise.resolve()).catch((error: unknown) => {
      if (!(error instanceof Refused) || error.status >= 500) throw error;
      const { type, meta } = fact;
      log.error({ reactor: reactor.name, code: error.code, type, eventId: meta.eventId }, 'the command for an event was refused');
    });

  return async (fact, part) => {
    if (fact.fault instanceof UnknownEvent) throw fact.fault;
    if (!concerns(reactor, fact)) return null;
    if (fact.fault) await setAside(pool, fact);
    else if (part === 'effects') await command(fact);
    else {
      const message = await reaction.publish?.(fact);
      if (message) await bus.publish([message]);
      await command(fact);
      const rows = reaction.rows?.() ?? null;
      await rows?.fold(fact);
      return rows;
    }
    return null;
  };
};
