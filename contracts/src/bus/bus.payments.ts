import { z } from 'zod';

/**
 * `payments`, keyed by the first `txid`: somebody says that these charges were paid. Only a hint, which anybody may send: the bank is
 * asked.
 */
export const PaymentHint = z.object({
  kind: z.literal('pix'),
  txids: z.array(z.string().regex(/^[a-zA-Z0-9]{26,35}$/)).min(1),
});
export type PaymentHint = z.output<typeof PaymentHint>;
