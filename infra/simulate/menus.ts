import type { TicketView } from '@prosa/contracts';
import { until } from '../testing/until.ts';
import type { Session } from './client.ts';
import type { Customer, Customers } from './customers.ts';
import { type Menu, type Option, options, outcomeOf, words } from './menus.model.ts';
import { nameOf, numberOf } from './names.ts';

/** How customers answer: what they say one after another, and after how many words somebody of the team takes over. */
type Manner = { said: readonly string[]; acceptedAfter?: number };
const again = (count: number, ...said: string[]): string[] => Array.from({ length: count }, () => said).flat();
const manners: readonly Manner[] = [
  { said: ['Oi', '1', '1', '2'] },
  { said: ['Bom dia', 'Vendas', 'preços', 'varejo', '0', '0', '#', '2', 'Alguém aí?'] },
  { said: ['Oi', 'x', '9', 'talvez', 'Alô?'] },
  { said: ['Oi', '1', '2', 'Obrigado', '1'] },
  { said: ['Oi', 'não sei', '1', '7', '#', '1', '1', '1', '0', '2'] },
  // Two robots: one repeats itself, one goes round in circles.
  { said: again(6, 'Sou um robô') },
  { said: ['Oi', ...again(9, '1', '0')] },
  // Two who say no more.
  { said: ['Oi'] },
  { said: ['Oi', '1'] },
  { said: ['Oi', '1', '1'], acceptedAfter: 2 },
];

export type MenuPlayer = {
  customer: Customer;
  said: readonly string[];
  expected: ReturnType<typeof outcomeOf>;
  ticketId: string;
};
/** How long an answer may take: services are killed meanwhile. */
const ANSWER_MS = 60_000;

/** Gives the connection two queues, the first with a menu, and its words. */
export const setUpMenu = async (admin: Session, connectionId: string, closeAfterMinutes: number): Promise<Menu> => {
  type Queue = { id: string; name: string; isDefault: boolean };
  const all = await admin.get<Queue[]>('/queue');
  const [sales, support] = all as [Queue, Queue];
  await admin.command('PUT', `/queue/${sales.id}`, { greetingMessage: words.sales });
  await admin.command('PUT', `/queue/${support.id}`, { greetingMessage: words.support });
  const add = async (option: Option, parentId: string | null): Promise<void> => {
    const { title, message } = option;
    const { record } = await admin.command<{ id: string }>('POST', '/queue-options', {
      queueId: sales.id,
      parentId,
      title,
      message,
    });
    for (const child of option.below) await add(child, record.id);
  };
  for (const option of options) await add(option, null);
  await admin.command('PUT', `/whatsapp/${connectionId}`, {
    queueIds: [sales.id, support.id],
    greetingMessage: words.greeting,
    complationMessage: words.goodbye,
    closeAfterMinutes,
  });
  return { queues: [sales.name, support.name], fallback: all.find(({ isDefault }) => isDefault)?.name ?? sales.name };
};

/** Plays one customer who answers the menu, each word after the answer to the one before. Throws if an answer does not come. */
export const playMenu = async (
  { customers, admin, menu }: { customers: Customers; admin: Session; menu: Menu },
  seed: number,
  n: number,
): Promise<MenuPlayer> => {
  const { said, acceptedAfter } = manners[n % manners.length]!;
  const customer = await customers.customer(numberOf(seed, n), nameOf(n));
  let ticketId = '';
  for (const [nth, text] of said.entries()) {
    if (nth === acceptedAfter) await admin.command('PUT', `/tickets/${ticketId}`, { status: 'open', userId: admin.userId });
    await customers.say(customer, `${customer.number}-${nth}`, { type: 'text', text });
    const { texts } = outcomeOf(menu, said.slice(0, nth + 1), acceptedAfter);
    await until(async () => (await readBy(customers, customer)).length >= texts.length, ANSWER_MS);
    ticketId ||= (await ticketOf(admin, customer)).id;
  }
  return { customer, said, expected: outcomeOf(menu, said, acceptedAfter), ticketId };
};

export const readBy = async (customers: Customers, customer: Customer): Promise<string[]> =>
  (await customers.delivered(customer)).map(({ text }) => text);

/** The one ticket of a customer. Throws if they have two. */
export const ticketOf = (admin: Session, { number }: Customer): Promise<TicketView> =>
  until(async () => {
    const { tickets } = await admin.get<{ tickets: TicketView[] }>(`/tickets?searchParam=${number}`);
    const [found, other] = tickets.filter(({ contact }) => contact.number === number);
    if (other) throw new Error(`${number} has two tickets.`);
    return found;
  }, ANSWER_MS) as Promise<TicketView>;
