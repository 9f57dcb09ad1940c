import type { Received, Scheduler } from '@prosa/infra/runtime';
import { PIECE } from '../../kernel/turns.ts';

/**
 * Carries out messages as bulk work: those of a company that wait for their turn together share it, or of a campaign's receipts, several for
 * each message, one would wait behind the other. How each ends is its own.
 */
export const inPieces = (
  turns: Scheduler,
  carryOut: (value: unknown) => Promise<void>,
): ((received: Received) => Promise<void>) => {
  type One = { value: unknown; resolve: () => void; reject: (error: unknown) => void };
  const waiting = new Map<string, One[]>();
  return ({ value }) =>
    new Promise((resolve, reject) => {
      const companyId = companyOf(value);
      const own = waiting.get(companyId) ?? [];
      waiting.set(companyId, own);
      own.push({ value, resolve, reject });
      const piece = async (): Promise<void> => {
        const some = own.splice(0, PIECE);
        if (own.length === 0 && waiting.get(companyId) === own) waiting.delete(companyId);
        await Promise.all(some.map((one) => carryOut(one.value).then(one.resolve, one.reject)));
      };
      // Each has a turn of its own, which has nothing left to do if an earlier one took it along.
      turns.run('bulk', companyId, piece).catch(reject);
    });
};
/** The company that a message is about, as far as it tells. */
export const companyOf = (value: unknown): string => String((value as { companyId?: unknown } | null)?.companyId);
