import { setTimeout as wait } from 'node:timers/promises';
import type { ContactView, MessageView, TicketOwn, TicketView, UserView } from '@prosa/contracts';
import { CallFailed, persist, type Session, signIn } from '../simulate/client.ts';
import { openScreen } from '../simulate/screen.ts';
import type { Product } from '../testing/product.ts';
import { newNumber } from './people.fixture.ts';

type Named = { id: string; name: string };
type Messages = { messages: MessageView[] };

/** Longer than all tries of a message together, which take a minute: the answers of a refused message may be lost too. */
const COMES_MS = 90_000;

/** Repeats `look` until the result is right: what was just created may not be visible yet. */
const comes = async <Found>(what: string, look: () => Promise<Found>, right: (found: Found) => boolean): Promise<void> => {
  const patiently = () =>
    look().catch((error: unknown) => {
      if (error instanceof CallFailed && error.status === 404) return undefined;
      throw error;
    });
  for (const end = Date.now() + COMES_MS; ; await wait(50)) {
    const found = await patiently();
    if (found !== undefined && right(found)) return;
    if (Date.now() > end) throw new Error(`${what} did not come: ${JSON.stringify(found)}`);
  }
};

/**
 * A day at the office in a minute, with clients that retry with the same key: contacts, numbers, queues, users, tags and tickets are
 * created, changed and deleted. Throws if the final state is wrong. `nth` distinguishes the days.
 */
export const dayAtTheOffice = async ({ url, demo }: Product, admin: Session, nth: number): Promise<void> => {
  const command = async <Reply>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    (await admin.command<Reply>(method, path, body)).record;
  const queue = await command<Named>('POST', '/queue', { name: `Fila ${nth}`, color: `#0000${(nth + 16).toString(16)}` });
  const tag = await command<Named>('POST', '/tags/', { name: `Etiqueta ${nth}`, color: '#123456' });

  const email = `pessoa-${nth}@prosa.demo`;
  const user = await command<Named>('POST', '/users', {
    name: 'Rubens',
    email: `antes-${email}`,
    password: 'antes-disso',
    profile: 'user',
    queueIds: [queue.id],
  });
  await command('PUT', `/users/${user.id}`, { email, password: 'depois-disso', currentPassword: 'prosa-demo' });
  const rubens = await signIn(url, email, 'depois-disso');
  const screen = await openScreen(url, rubens, () => undefined);
  await comes(
    'the sign that somebody is online',
    async () => (await admin.get<UserView>(`/users/${user.id}`)).online,
    (online) => online === true,
  );
  screen.close();
  const isRefused = await signIn(url, `antes-${email}`, 'antes-disso').catch((error: Error) => error.message);
  if (typeof isRefused !== 'string' || !isRefused.includes('ERR_INVALID_CREDENTIALS')) throw new Error('The old e-mail is good.');

  const contact = await command<ContactView>('POST', '/contacts', { name: 'Jaciara', number: newNumber() });
  const number = newNumber();
  await command('PUT', `/contacts/${contact.id}`, { number });
  const { record: ticket } = await rubens.command<TicketOwn>('POST', '/tickets', { contactId: contact.id, queueId: queue.id });
  await command('POST', '/tags/sync', { ticketId: ticket.id, tags: [tag.id] });
  const sent = async (body: string) => (await rubens.command<MessageView>('POST', `/messages/${ticket.id}`, { body })).record.id;
  const shown = (id: string) => async () =>
    (await admin.get<Messages>(`/messages/${ticket.id}`)).messages.find((message) => message.id === id);
  const first = await sent('Bom dia.');
  await comes('the receipt', shown(first), (message) => message?.ack === 4);

  const onThePhone = ['Bom dia.'];
  /**
   * Creates a message that the channel refused for good (unsure if the answer to an earlier try was lost). If the simulator's refusal was
   * lost, the message is sent after all.
   */
  const refusedOne = async (): Promise<string> => {
    for (;;) {
      await faults({ url, demo }, { refusePermanently: 1 });
      const id = await sent('Não vai.');
      let failed = false;
      const hasEnded = (message?: MessageView) => {
        failed = message?.state === 'failed' || message?.state === 'unsure';
        return failed || message?.ack === 4;
      };
      await comes('its end', shown(id), hasEnded);
      onThePhone.push('Não vai.');
      if (failed) return id;
    }
  };
  const refused = await refusedOne();
  await rubens.command('POST', `/messages/${refused}/retry`, undefined);
  await comes('the second attempt', shown(refused), (message) => message?.ack === 4 && message.state === null);
  await faults({ url, demo }, { refuse: 2 });
  const late = await sent('Vai depois.');
  await comes('the third try', shown(late), (message) => message?.ack === 4);
  await rubens.command('DELETE', `/messages/${late}`, undefined);
  await comes(
    'the phone',
    () => phone({ url, demo }, number),
    (texts) => String(texts) === String(onThePhone),
  );

  await command('DELETE', `/queue/${queue.id}`);
  await comes(
    'the ticket without a queue',
    async () => (await admin.get<TicketView>(`/tickets/${ticket.id}`)).queueId,
    (queueId) => queueId === null,
  );
  await command('DELETE', `/users/${user.id}`);
  await comes(
    'the ticket without its user',
    async () => (await admin.get<TicketView>(`/tickets/${ticket.id}`)).status,
    (status) => status === 'pending',
  );
  const gone = await signIn(url, email, 'depois-disso').catch((error: Error) => error.message);
  if (typeof gone !== 'string') throw new Error('A deleted user signs in.');
  await command('DELETE', `/tags/${tag.id}`);
  // No ticket is left open, so that the counters return to zero each day.
  for (const status of ['open', 'closed']) await command('PUT', `/tickets/${ticket.id}`, { status });
  await comes(
    'the closed ticket',
    async () => (await admin.get<TicketView>(`/tickets/${ticket.id}`)).status,
    (status) => status === 'closed',
  );
  await mistakes(admin, command);
};

type Command = <Reply>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<Reply>;
/** Two tickets opened by mistake: closed together, and deleted. */
const mistakes = async (admin: Session, command: Command): Promise<void> => {
  const ids = [];
  for (const name of ['Tarcísio', 'Noêmia']) {
    const contact = await command<ContactView>('POST', '/contacts', { name, number: newNumber() });
    ids.push((await command<TicketOwn>('POST', '/tickets', { contactId: contact.id })).id);
  }
  const { results } = await command<{ results: object[] }>('POST', '/tickets/bulk', { ticketIds: ids, status: 'closed' });
  if (JSON.stringify(results) !== JSON.stringify(ids.map((id) => ({ id, status: 200 }))))
    throw new Error(JSON.stringify(results));
  for (const id of ids) {
    const { position } = await admin.command('DELETE', `/tickets/${id}`, undefined);
    // As new as the deletion: a ticket that is not shown yet would look like a deleted one.
    const isGone = await admin.get(`/tickets/${id}?after=${position}`).then(
      () => false,
      (error: unknown) => error instanceof CallFailed && error.status === 404,
    );
    if (!isGone) throw new Error('A deleted ticket is shown.');
  }
};

type Where = Pick<Product, 'url' | 'demo'>;
const called = async ({ url, demo }: Where, path: string, body?: object): Promise<Response> =>
  persist(`${url}/webhooks/simulator/${demo.connection.id}${path}`, {
    method: body ? 'PUT' : 'GET',
    headers: { authorization: `Bearer ${demo.connection.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Sets the faults of the demo's simulated phones from now on. */
const faults = async (where: Where, those: object): Promise<void> => {
  await (await called(where, '/faults', those)).body?.cancel();
};

const phone = async (where: Where, number: string): Promise<string[]> =>
  ((await (await called(where, `/delivered?to=${number}`)).json()) as { text: string; deleted: boolean }[])
    .filter(({ deleted }) => !deleted)
    .map(({ text }) => text);
