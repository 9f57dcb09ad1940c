import type { AttendantView } from '@prosa/contracts';
import { signIn } from '../simulate/client.ts';
import { nameOf, numberOf } from '../simulate/names.ts';
import type { Product } from '../testing/product.ts';
import { until } from '../testing/until.ts';
import { connect, customerSays } from './players.ts';
import { type Finding, rounded } from './report.ts';
import { inLanes } from './store.ts';

/** Tickets that wait, and the people whom they are given to; `PROSA_BENCH_WAITING` is for a quick look at fewer. */
const WAITING = Number(process.env.PROSA_BENCH_WAITING ?? 1_000);
const ATTENDANTS = 20;
/** Just as many as there are: each gets the same number. */
const LIMIT = Math.ceil(WAITING / ATTENDANTS);
const WITHIN_SECONDS = 10;
/** Number of concurrent calls: fewer than a company may have. */
const LANES = 24;
/** Prefix of the customers' numbers, different from the other benches. */
const RUN = 84;

/** How long it takes from when a queue is told to give its tickets out until all that wait in it are given, and whether anybody has too many. */
export const benchDistribution = async (product: Product): Promise<Finding[]> => {
  const { demo, url } = product;
  const [user] = demo.users;
  const admin = await signIn(url, user!.email, user!.password);
  const queueId = demo.queues[0]!.id;
  await inLanes(LANES, WAITING, (n) => customerSays(product, numberOf(RUN, n), nameOf(n), `${RUN}-${n}`, `Bom dia, pedido ${n}`));
  const sockets = await Promise.all(
    Array.from({ length: ATTENDANTS }, async (_, n) => {
      const account = { name: `Atendente ${n}`, email: `atendente.${n}@prosa.demo`, password: 'prosa-demo-84' };
      await admin.command('POST', '/users', { ...account, profile: 'user', queueIds: [queueId] });
      const socket = await connect(product, await signIn(url, account.email, account.password), () => undefined);
      socket.send(JSON.stringify({ type: 'userStatus' }));
      return socket;
    }),
  );
  try {
    const attendants = () => admin.get<AttendantView[]>(`/queue/${queueId}/attendants`);
    const isReady = async () => {
      const { count } = await admin.get<{ count: number }>(`/tickets?status=pending&queueIds=["${queueId}"]`);
      return count >= WAITING && (await attendants()).filter(({ online }) => online).length >= ATTENDANTS;
    };
    await until(isReady, 600_000);
    const begun = performance.now();
    await admin.command('PUT', `/queue/${queueId}`, { distribution: 'turns', maxPerUser: LIMIT });
    let loads: number[] = [];
    await until(async () => {
      loads = (await attendants()).filter(({ online }) => online).map(({ openTickets }) => openTickets);
      return loads.reduce((sum, load) => sum + load, 0) >= WAITING;
    }, 600_000);
    const seconds = (performance.now() - begun) / 1_000;
    const most = Math.max(...loads);
    const detail = { waiting: WAITING, attendants: loads.length, limit: LIMIT, most };
    return [
      {
        what: `${WAITING} waiting tickets are given to ${ATTENDANTS} attendants`,
        measured: rounded(seconds),
        unit: 's',
        target: { under: WITHIN_SECONDS * (WAITING / 1_000) },
        detail,
      },
      {
        what: 'tickets of an attendant over the limit',
        measured: Math.max(0, most - LIMIT),
        unit: 'tickets',
        target: { under: 1 },
        detail,
      },
    ];
  } finally {
    for (const socket of sockets) socket.close();
  }
};
