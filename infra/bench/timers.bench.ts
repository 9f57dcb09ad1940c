import { type Session, signIn } from '../simulate/client.ts';
import { percentiles } from '../simulate/statistics.ts';
import type { Product } from '../testing/product.ts';
import { until } from '../testing/until.ts';
import { type Finding, rounded } from './report.ts';
import { inLanes } from './store.ts';
import { idleTimers, measureRest, REST_MS } from './timers.idle.ts';

const ALL = 10_000;
/** Scheduled messages of all companies together; `PROSA_BENCH_TIMERS` is for a quick look at fewer, that come as fast. */
const MANY = Number(process.env.PROSA_BENCH_TIMERS ?? ALL);
/** They become due within so many milliseconds. */
const WITHIN_MS = 60_000 * (MANY / ALL);
const LEFT_SECONDS = 90 * (MANY / ALL);
const COMMAND_MS = 200;
/** Number of concurrent calls of one company while the messages are scheduled, and how long that may take for one message. */
const LANES = 8;
const PREPARING_MS = 60;
/** An attendant's command is measured this often. */
const EACH_MS = 200;

/**
 * Very many scheduled messages of many companies that become due in one minute: how long it takes until the last one is in its
 * conversation, and how long an attendant's commands take meanwhile.
 */
export const benchTimers = async (product: Product): Promise<Finding[]> => {
  const { demo } = product;
  const all = [demo, ...demo.copies];
  const sessions = await Promise.all(all.map(({ users: [admin] }) => signIn(product.url, admin!.email, admin!.password)));
  const each = Math.ceil(MANY / sessions.length);
  const without = await measureRest(product);
  const begins = Date.now() + 30_000 + MANY * PREPARING_MS + REST_MS;
  await Promise.all(sessions.map((session, nth) => schedule(session, nth, each, begins)));
  const beside = await measureRest(product);
  if (Date.now() > begins) throw new Error('The messages were not scheduled in time.');
  const idle = sessions[0]!;
  await until(() => Date.now() >= begins, 60 * 60_000);
  const [commandMs, left] = await attend(idle, demo.queues[0]!.id, () => isOver(sessions, each));
  const { p50, p99 } = percentiles(commandMs);
  const seconds = (left - begins - WITHIN_MS) / 1_000;
  const detail = { messages: each * sessions.length, companies: sessions.length };
  return [
    {
      what: 'scheduled messages of one minute: after it, until the last one has left',
      measured: rounded(Math.max(0, seconds)),
      unit: 's',
      target: { under: LEFT_SECONDS - WITHIN_MS / 1_000 },
      detail,
    },
    {
      what: 'scheduled messages of one minute: a command of an attendant meanwhile, p99',
      measured: rounded(p99),
      unit: 'ms',
      target: { under: COMMAND_MS },
      detail: { ...detail, p50, commands: commandMs.length },
    },
    idleTimers(each * sessions.length, without, beside),
  ];
};

/** Contacts of a company, each with a message, evenly spread over the minute. */
const schedule = (session: Session, nth: number, each: number, begins: number): Promise<void> =>
  inLanes(LANES, each, async (n) => {
    const number = `5577${String(nth).padStart(3, '0')}${String(n).padStart(6, '0')}`;
    const { record } = await session.command<{ id: string }>('POST', '/contacts', { name: `Cliente ${n}`, number });
    const sendAt = new Date(begins + (n / each) * WITHIN_MS).toISOString();
    await session.command('POST', '/schedules', { contactId: record.id, body: `Lembrete ${n}`, sendAt });
  });

/** Whether nothing waits: failed and pending messages come first in the list. */
const isOver = async (sessions: readonly Session[], each: number): Promise<boolean> => {
  for (const session of sessions) {
    const { schedules, count } = await session.get<{ schedules: { status: string }[]; count: number }>('/schedules/');
    if (count !== each || schedules[0]?.status === 'ERRO') throw new Error('Some messages were not sent.');
    if (schedules[0]?.status !== 'ENVIADA') return false;
  }
  return true;
};

/** An attendant answers a customer, again and again, until it is over; returns how long each command took, and when it was over. */
const attend = async (session: Session, queueId: string, isDone: () => Promise<boolean>): Promise<[number[], number]> => {
  const contact = await session.command<{ id: string }>('POST', '/contacts', { name: 'Em atendimento', number: '5577999000000' });
  const ticket = await session.command<{ id: string }>('POST', '/tickets', { contactId: contact.record.id, queueId });
  const taken: number[] = [];
  let ends: number | null = null;
  const looking = until(isDone, 10 * 60_000).then(() => {
    ends = Date.now();
  });
  for (let n = 1; ends === null; n += 1) {
    const { ms } = await session.command('POST', `/messages/${ticket.record.id}`, { body: `Resposta ${n}` });
    taken.push(ms);
    await Promise.race([looking, new Promise((resolve) => setTimeout(resolve, EACH_MS))]);
  }
  return [taken, ends];
};
