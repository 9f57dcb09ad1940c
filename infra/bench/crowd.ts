import type { MessageView, TicketView } from '@prosa/contracts';
import { type Session, signIn } from '../simulate/client.ts';
import { nameOf, numberOf } from '../simulate/names.ts';
import { until } from '../testing/until.ts';
import { customerSays, type Running } from './players.ts';
import { inLanes } from './store.ts';

/** Number of concurrent calls: fewer than a company may have. */
const LANES = 24;
/** Prefix of the customers' numbers, different from the other benches. */
const RUN = 78;

export type Crowd = { session: Session; long: TicketView; short: TicketView[] };

/**
 * Creates `tickets` customers, each with a ticket that an administrator serves, and `messages` further messages, which were read, for one of
 * them: an inbox after years of use. Customers' messages come through the webhook, as always.
 */
export const gather = async (product: Running, tickets: number, messages: number): Promise<Crowd> => {
  const admin = product.demo.users.find(({ email }) => email.startsWith('admin@'))!;
  const session = await signIn(product.url, admin.email, admin.password);
  await inLanes(LANES, tickets, (n) => customerSays(product, numberOf(RUN, n), nameOf(n), `${RUN}-${n}`, `Bom dia, pedido ${n}`));
  const waiting = () => session.get<{ tickets: TicketView[]; count: number }>('/tickets?status=pending');
  const isServed = async () => {
    const { tickets: some, count } = await waiting();
    await inLanes(
      LANES,
      some.length,
      async (n) => void (await session.command('PUT', `/tickets/${some[n]!.id}`, { status: 'open' })),
    );
    return count === 0 && (await session.get<{ count: number }>('/tickets?status=open')).count >= tickets;
  };
  await until(isServed, 1_800_000);
  const begun = Date.now() - messages * 60_000;
  const word = (n: number) => 'uma frase que se estende '.repeat(1 + ((n * 7) % 9)).trim();
  await inLanes(LANES, messages, (n) =>
    customerSays(product, numberOf(RUN, 0), nameOf(0), `${RUN}-0-${n}`, `${n}: ${word(n)}`, new Date(begun + n * 60_000)),
  );
  const found = (await session.get<{ tickets: TicketView[] }>(`/tickets?searchParam=${numberOf(RUN, 0)}`)).tickets;
  const long = found.find(({ contact }) => contact.number === numberOf(RUN, 0))!;
  await until(async () => (await session.get<{ count: number }>(`/messages/${long.id}`)).count > messages, 600_000);
  // Read, it opens at its end.
  const { messages: last } = await session.get<{ messages: MessageView[] }>(`/messages/${long.id}`);
  await session.command('POST', `/tickets/${long.id}/read`, { upTo: last.at(-1)!.id });
  const { tickets: newest } = await session.get<{ tickets: TicketView[] }>('/tickets?status=open');
  return { session, long, short: newest.filter(({ id }) => id !== long.id) };
};
