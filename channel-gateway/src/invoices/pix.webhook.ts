import { limits, type PaymentHint, Refused, topics } from '@prosa/contracts';
import { type BusMessage, boundedCache, durable, networkOf, type Server } from '@prosa/infra/runtime';
import { z } from 'zod';

/** The bank's path, and the one that banks make of it by appending `/pix`. */
const PATHS = ['/webhooks/pix', '/webhooks/pix/pix'];
/** The bank delivers again, so it need not wait until the bus gives up. */
const DURABLE_MS = 5_000;
const MINUTE_MS = 60_000;
const MAX_SENDERS = 10_000;

const Transfer = z.object({ txid: z.string().regex(/^[a-zA-Z0-9]{26,35}$/) });
const Body = z.looseObject({ pix: z.array(z.unknown()).optional() });

/**
 * What a bank says of payments. Anybody may say it, so nothing is believed: the charges that are named are asked for at the bank. A sender
 * who names too many is answered like the others, and the timer of charges finds what they name.
 */
export const pixWebhook = (app: Server, publish: (messages: BusMessage[]) => Promise<void>): void => {
  const allowed = hintsAllowed(limits.paymentHints);
  for (const path of PATHS)
    app.post(path, async (request, reply) => {
      const body = Body.safeParse(request.body);
      if (!body.success) throw new Refused('ERR_VALIDATION');
      const { pix = [] } = body.data;
      const named = new Set(pix.flatMap((one) => Transfer.safeParse(one).data?.txid ?? []));
      const txids = allowed(networkOf(request.ip), [...named], Date.now());
      if (txids.length > 0) await durable(publish(hintsOf(txids)), DURABLE_MS);
      return reply.status(200).send({});
    });
};

/** A message for each charge, so that those of one do not wait for others. */
const hintsOf = (txids: readonly string[]): BusMessage[] =>
  txids.map((txid) => {
    const value: PaymentHint = { kind: 'pix', txids: [txid] };
    return { topic: topics.payments, key: txid, value };
  });

/** Returns those of a sender's hints that are within their minute. */
export const hintsAllowed = (most: number) => {
  const senders = boundedCache<string, { since: number; count: number }>({ max: MAX_SENDERS });
  return (sender: string, txids: readonly string[], now: number): readonly string[] => {
    const known = senders.get(sender);
    const budget = known && now - known.since < MINUTE_MS ? known : { since: now, count: 0 };
    const taken = txids.slice(0, Math.max(0, most - budget.count));
    budget.count += txids.length;
    senders.set(sender, budget);
    return taken;
  };
};
