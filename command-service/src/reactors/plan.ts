import type { Fact } from '@prosa/contracts';
import {
  type BusMessage,
  type Decoded,
  isPostgresUnavailable,
  type Logger,
  StoreUnavailable,
  UnknownEvent,
} from '@prosa/infra/runtime';
import type { Reaction, RowBatch } from '../kernel/reactor.ts';
import type { Deferred } from './deferred-work.ts';

/** The result of a batch. */
export type Plan = { messages: BusMessage[]; deferred: Deferred[]; rows: RowBatch<Fact> | null; unreadable: Decoded[] };
/** The message to publish, if any, or the reason to defer the event. */
type Answer = { message: BusMessage | null } | { later: string | null };

/** Finds out what a reactor's batches result in. Throws if a server is unavailable; nothing is published or written. */
export const plansOf = ({
  reactor,
  reaction,
  isWaiting,
  log,
}: {
  reactor: string;
  reaction: Reaction<Fact>;
  /** Whether an earlier event of the stream was deferred. */
  isWaiting: (stream: string) => boolean;
  log: Logger;
}): ((facts: readonly Decoded[]) => Promise<Plan>) => {
  const answerTo = async (fact: Decoded): Promise<Answer> => {
    if (isWaiting(fact.meta.stream)) return { later: null };
    // Newer code wrote the event: only its stream waits for that code.
    if (fact.fault instanceof UnknownEvent) return { later: fact.fault.message };
    if (fact.fault || !reaction.publish) return { message: null };
    return reaction.isSlow?.(fact) ? { later: null } : { message: await reaction.publish(fact) };
  };

  /** A failure with one event defers only its stream, unless a server is unavailable: then everything waits. */
  const orLater = (error: unknown): { later: string } => {
    if (error instanceof StoreUnavailable || isPostgresUnavailable(error)) throw error;
    return { later: error instanceof Error ? error.message : 'unknown' };
  };

  return async (facts) => {
    const plan: Plan = { messages: [], deferred: [], rows: reaction.rows?.() ?? null, unreadable: [] };
    const answers = await Promise.all(facts.map((fact) => answerTo(fact).catch(orLater)));
    const waiting = new Set<string>();
    for (const [index, fact] of facts.entries()) {
      const { stream } = fact.meta;
      let answer: Answer = waiting.has(stream) ? { later: null } : answers[index]!;
      if ('message' in answer && !fact.fault) {
        try {
          await plan.rows?.fold(fact);
        } catch (error) {
          answer = orLater(error);
        }
        const mayCommand = async () => (await reaction.mayCommand?.(fact)) ?? true;
        if ('message' in answer && reaction.command && (await mayCommand().catch(() => true)))
          plan.deferred.push({ fact, part: 'effects', fault: null });
      }
      if ('later' in answer) {
        waiting.add(stream);
        plan.deferred.push({ fact, part: 'whole', fault: answer.later });
      } else if (fact.fault) {
        const { type, fault: err } = fact;
        log.error({ reactor, err, type, stream }, 'cannot decode an event, skipping it');
        plan.unreadable.push(fact);
      } else if (answer.message) plan.messages.push(answer.message);
    }
    return plan;
  };
};

/** The rows to write, if any. */
export const rowsOf = (plan?: Plan): RowBatch<Fact> | null => (plan?.rows?.isEmpty() === false ? plan.rows : null);

/** Whether there is something to write besides the checkpoint. */
export const mustCommit = (plan: Plan): boolean =>
  rowsOf(plan) !== null || plan.deferred.length > 0 || plan.unreadable.length > 0;
