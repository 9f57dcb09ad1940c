import { conversationEvents as c } from '@prosa/contracts';
import { asUser, type Chronicle, type Conversation, uuid } from '../../testing/news.ts';

/** The life of a ticket, as a test knows it apart from the rows: its statuses with their times, in order. */
export type Life = {
  /** The customer's conversation. */
  of: string;
  steps: { status: 'pending' | 'open' | 'closed'; userId: string | null; at: number }[];
  rating: number | null;
  isDeleted: boolean;
};

const MINUTE = 60_000;

/** Numbers from 0 up to 1 that are the same in each run. */
export const dice = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
};

/** Random tickets of a company, from `start` on over so many days: whatever may happen to a ticket happens to some of them. */
export const randomLives = (here: Chronicle, { connectionId, queueId, userIds, start, days, count, seed }: Random): Life[] => {
  const random = dice(seed);
  const among = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const lives: Life[] = [];
  for (let n = 0; n < count; n += 1) {
    // Some customers come again.
    const customer = uuid(seed * 1_000 + Math.floor(random() * count * 0.7));
    const talk = here.conversation(connectionId, customer);
    let now = Date.parse(start) + Math.floor(random() * days * 24 * 60) * MINUTE;
    const life: Life = { of: customer, steps: [], rating: null, isDeleted: false };
    const userId = random() < 0.2 ? among(userIds) : null;
    const step = (status: Life['steps'][number]['status'], by: string | null) => life.steps.push({ status, userId: by, at: now });
    const when = () => ({ at: new Date(now).toISOString() });
    const ticketId = talk.opened(`${seed} ${n}`, { queueId, userId }, when());
    step(userId ? 'open' : 'pending', userId);
    for (let more = Math.floor(random() * 6); more > 0 && !life.isDeleted; more -= 1) {
      now += Math.floor(random() * 300) * MINUTE;
      happen(talk, ticketId, life, { ...when(), random: random(), user: among(userIds), queueId, step });
    }
    lives.push(life);
  }
  return lives;
};
type Random = {
  connectionId: string;
  queueId: string;
  userIds: readonly string[];
  start: string;
  days: number;
  count: number;
  seed: number;
};
type Now = {
  at: string;
  random: number;
  user: string;
  queueId: string;
  step: (status: Life['steps'][number]['status'], by: string | null) => void;
};

const happen = (talk: Conversation, ticketId: string, life: Life, { at, random, user, queueId, step }: Now): void => {
  const { status, userId } = life.steps.at(-1)!;
  if (random < 0.05) {
    talk.say(c.TicketDeleted, { ticketId, userId: user, contactId: life.of }, { at });
    life.isDeleted = true;
  } else if (status === 'pending') {
    talk.say(c.TicketAccepted, { ticketId, userId: user }, { at, by: asUser(user) });
    step('open', user);
  } else if (status === 'closed' && random < 0.5) {
    life.rating = 1 + (Math.floor(random * 100) % 3);
    const message = { messageId: talk.message(`${ticketId} ${at}`), channelId: at, body: '1', sentAt: at };
    talk.say(c.RatingGiven, { ticketId, rating: life.rating, ...message }, { at });
  } else if (status === 'closed') {
    talk.say(c.TicketReopened, { ticketId, queueId, userId: user }, { at });
    step('open', user);
  } else if (random < 0.2) {
    talk.say(c.TicketReturned, { ticketId }, { at });
    step('pending', null);
  } else if (random < 0.35) {
    talk.say(c.TicketTransferred, { ticketId, queueId, userId: user }, { at });
    step('open', user);
  } else {
    talk.closed(ticketId, user, { at });
    step('closed', userId);
  }
};

/** The expected figures of a period, computed from the lives one by one. `dayOf` and `hourOf` give the local time. */
export const bruteForce = (lives: readonly Life[], first: string, last: string, zone: string) => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
  const isIn = (at: number): boolean => day.format(at) >= first && day.format(at) <= last;
  const left = lives.filter(({ isDeleted }) => !isDeleted);
  const minutes = (all: readonly number[]): number | null =>
    all.length === 0 ? null : Math.round(all.reduce((sum, one) => sum + one, 0) / all.length / MINUTE);
  const spent = ({ steps }: Life, status: string): number =>
    steps.reduce((sum, step, n) => sum + (step.status === status && steps[n + 1] ? steps[n + 1]!.at - step.at : 0), 0);
  const now = left.map((life) => life.steps.at(-1)!.status);
  const finished = left.filter((life) => life.steps.at(-1)!.status === 'closed' && isIn(life.steps.at(-1)!.at));
  const served = finished.filter((life) => life.steps.at(-1)!.userId !== null);
  const accepted = left.filter(({ steps }) => {
    const waits = steps.findLastIndex(({ status }) => status === 'pending');
    return waits >= 0 && steps[waits + 1]?.status === 'open' && isIn(steps[waits + 1]!.at);
  });
  const openings = left.map(({ steps }) => steps[0]!.at).filter(isIn);
  const leads = [...Map.groupBy(lives, ({ of }) => of).values()].map(firstLeft).filter((at) => at !== null && isIn(at));
  return {
    counters: {
      leads: leads.length,
      supportLate: 0,
      supportPending: now.filter((status) => status === 'pending').length,
      supportHappening: now.filter((status) => status === 'open').length,
      supportFinished: finished.length,
      avgSupportTime: minutes(served.map((life) => spent(life, 'open'))) ?? 0,
      avgWaitTime: minutes(accepted.map((life) => spent(life, 'pending'))) ?? 0,
    },
    hours: [...Map.groupBy(openings, (at) => Number(hour.format(at)))]
      .map(([of, all]) => ({ hour: of, count: all.length }))
      .sort((a, b) => a.hour - b.hour),
    of: (userIds: readonly string[]) => {
      const own = served.filter((life) => userIds.includes(life.steps.at(-1)!.userId!));
      const stars = own.flatMap(({ rating }) => rating ?? []);
      return {
        avgSupportTime: minutes(own.map((life) => spent(life, 'open'))),
        rating: stars.length === 0 ? null : Math.round((stars.reduce((sum, one) => sum + one, 0) / stars.length) * 100) / 100,
      };
    },
    openings: openings.length,
  };
};

/** When a customer's first ticket was opened, of those told since they last had none; null if none is left. */
const firstLeft = (lives: readonly Life[]): number | null => {
  let [first, tickets]: [number | null, number] = [null, 0];
  for (const { steps, isDeleted } of lives) {
    if (tickets === 0) first = steps[0]!.at;
    if (!isDeleted) tickets += 1;
  }
  return tickets === 0 ? null : first;
};
