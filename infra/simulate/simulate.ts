import { type Session, signIn } from './client.ts';
import type { Office } from './connecting.ts';
import type { Conversation } from './conversations.ts';
import type { Customers } from './customers.ts';
import { inParallel } from './in-parallel.ts';
import { numberOf } from './names.ts';
import { type Played, play, type Stage, type Times } from './play.ts';
import { openScreen, type Screen } from './screen.ts';
import { simulatorCustomers } from './simulator.channel.ts';
import { type Percentiles, percentiles } from './statistics.ts';
import { arrival, type Differing, verify } from './verify.ts';

export type Demo = {
  connection: { id: string; token: string };
  queues: { id: string; name: string }[];
  users: { email: string; password: string; name: string }[];
};
export type Result = {
  conversations: number;
  tickets: number;
  inbound: number;
  outbound: number;
  lost: number;
  duplicated: number;
  outOfOrder: number;
  /** Number of files that either side sent; and of those that arrived with other bytes, or not at all. */
  files: number;
  different: number;
  errors: number;
  inboundToScreenMs: Percentiles;
  commandMs: Percentiles;
};
export type Progress = { phase: 'play' | 'verify'; done: number; of: number };

/**
 * Plays recorded conversations against a running Prosa, `concurrency` at once, and reads each one back. `seed` gives two runs different
 * customers. An error in one conversation is reported and counted, and does not stop the others.
 */
export const simulate = async (options: {
  url: string;
  demo: Demo;
  conversations: Conversation[];
  concurrency: number;
  speed: number;
  /** As in `Stage`; default 0. */
  kinds?: number;
  media?: number;
  /** The customers who write, and the connection to which; default: customers of the simulator's channel. */
  open?: (office: Office) => Promise<Customers>;
  seed?: number;
  onProgress?: (progress: Progress) => void;
  onError?: (error: Error) => void;
  onDifference?: (sides: Differing) => void;
}): Promise<Result> => {
  const {
    url,
    demo,
    conversations,
    concurrency,
    speed,
    kinds = 0,
    media = 0,
    open,
    seed = Math.floor(Date.now() / 1_000) % 1_000_000,
    onProgress,
    onError,
    onDifference,
  } = options;
  const account = (local: string) => {
    const user = demo.users.find(({ email }) => email.startsWith(`${local}@`));
    if (!user) throw new Error(`The demo has no user ${local}`);
    return signIn(url, user.email, user.password);
  };
  const [ana, bruno, reader] = await Promise.all([account('ana'), account('bruno'), account('super')]);
  const queueOf = async (of: Session) => (await of.get<{ queueIds: string[] }>('/auth/me')).queueIds[0]!;
  const customers = open
    ? await open({ url, admin: await account('admin'), queueId: await queueOf(ana) })
    : simulatorCustomers(url, demo.connection);
  const screens = await Promise.all(
    [ana, bruno].map((session) => openScreen(url, session, (screen) => void refetch(session, screen))),
  );
  const stage: Stage = {
    url,
    customers,
    first: { session: ana, screen: screens[0]! },
    second: { session: bruno, screen: screens[1]! },
    secondQueueId: await queueOf(bruno),
    speed,
    kinds,
    media,
  };

  const times: Times = { inboundToScreen: [], command: [] };
  const played: Played[] = [];
  let errors = 0;
  const fail = (error: Error) => {
    errors += 1;
    onError?.(error);
  };
  let done = 0;
  await inParallel(conversations, concurrency, async (conversation, n) => {
    await play(stage, conversation, n, numberOf(seed, n), times).then((one) => played.push(one), fail);
    onProgress?.({ phase: 'play', done: ++done, of: conversations.length });
  });

  const total = { tickets: 0, inbound: 0, outbound: 0, lost: 0, duplicated: 0, outOfOrder: 0, files: 0, different: 0 };
  done = 0;
  // Duplicates arrive late: everything must have arrived before the first comparison.
  await inParallel(played, concurrency, async (one) => arrival(stage, reader, one).catch(fail));
  await inParallel(played, concurrency, async (one) => {
    const verdict = await verify(stage, reader, one, onDifference).catch((error: Error) => error);
    if (verdict instanceof Error) fail(verdict);
    else for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += verdict[name];
    onProgress?.({ phase: 'verify', done: ++done, of: played.length });
  });
  for (const screen of screens) screen.close();
  await customers.close();
  return {
    conversations: conversations.length,
    ...total,
    errors,
    inboundToScreenMs: percentiles(times.inboundToScreen),
    commandMs: percentiles(times.command),
  };
};

/** After a `refetch` a screen loads its lists again, as the app does. */
const refetch = async (session: Session, screen: Screen) => {
  const { tickets } = await session
    .get<{ tickets: Parameters<Screen['saw']>[0][] }>('/tickets?status=pending')
    .catch(() => ({ tickets: [] }));
  for (const ticket of tickets) screen.saw(ticket);
};
