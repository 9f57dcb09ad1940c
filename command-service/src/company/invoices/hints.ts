import { PaymentHint, topics } from '@prosa/contracts';
import { type Bus, type Consumer, Unprocessable } from '@prosa/infra/runtime';
import type { Deps } from '../../kernel/deps.ts';
import { lookNow } from '../../timers/timer.rows.ts';
import { CHARGES } from './charges.ts';

/**
 * Joins the consumers of what somebody says of payments: the charges are looked at next. One that Prosa has not, or that is over, has no
 * entry and costs no question.
 */
export const consumeHints = ({ pool }: Pick<Deps, 'pool'>, bus: Bus, onCrash?: (error: Error) => void): Promise<Consumer> =>
  bus.consume({
    group: 'command.payments',
    topics: [topics.payments],
    fromBeginning: true,
    ...(onCrash && { onCrash }),
    handle: async ({ value }) => {
      const hint = PaymentHint.safeParse(value);
      if (!hint.success) throw new Unprocessable('It does not fit its schema.');
      await lookNow({ pool, timer: CHARGES }, hint.data.txids);
    },
  });
