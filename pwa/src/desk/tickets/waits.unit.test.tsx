import { beforeEach, expect, test } from '@jest/globals';
import type { QueueWaits, TicketView } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { comes, pass, passUntil, withFakeTime } from '../../testing/fake-time.ts';
import { aTicket, childOf, idOf } from '../../testing/records.ts';
import { company, deliveries, enter, heard, openTicket, sales, waiting, withCompany } from './screen.fixture.tsx';
import { KNOWN_MAX, keptInMind } from './waits.saga.ts';

withCompany();

const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS - 1_000).toISOString();
const queued = (n: number, name: string, minutes: number, more: Partial<TicketView> = {}) =>
  aTicket({
    ...waiting,
    id: childOf(20 + n, 1),
    contact: { ...waiting.contact, id: idOf(4, 20 + n), name },
    queueId: sales.id,
    queue: sales,
    waitingSince: ago(minutes),
    ...more,
  });
let waits: QueueWaits[];
let lately: TicketView[];
const hours = { schedules: [], warnAfterMinutes: null, lateAfterMinutes: null };
const headers = { 'prosa-position': '100' };
beforeEach(() => {
  waits = [{ queueId: sales.id, near: 1, late: 2 }];
  lately = [];
  company.answer = ({ call }) => {
    if (call === 'GET /queue')
      return {
        body: [
          { ...deliveries, ...hours },
          { ...sales, ...hours, warnAfterMinutes: 15, lateAfterMinutes: 30 },
        ],
        headers,
      };
    return call === 'GET /tickets/waits' ? { body: { waits, lately }, headers } : undefined;
  };
});
const tab = (name: RegExp) => screen.findByRole('tab', { name });
const go = async (name: RegExp) => userEvent.click(await tab(name));
const chip = (name: RegExp) => screen.findByRole('button', { name });
/** Whether a part of a list was asked for; the whole list may be asked for again at any time, e.g. after the welcome. */
const asked = (status: string, part: string, value: string) =>
  waitFor(() => {
    const queries = heard('GET /tickets').filter(({ query }) => query.get('status') === status);
    expect(queries.map(({ query }) => query.get(part))).toContain(value);
  });

test('a wait near the limit of its queue, and a late one, have an icon and a colour; those without a limit neither', async () => {
  company.tickets = [
    queued(1, 'Ana', 5),
    queued(2, 'Bia', 20),
    queued(3, 'Caio', 31),
    queued(4, 'Davi', 99, { queueId: deliveries.id, queue: deliveries }),
  ];
  await enter();
  await go(/Aguardando/);
  const list = within(await screen.findByRole('list', { name: 'Aguardando' }));
  await list.findByRole('img', { name: 'atrasado' });
  const rows = list.getAllByRole('listitem').map((row) => ({
    name: /Ana|Bia|Caio|Davi/.exec(row.textContent)?.[0],
    icon: within(row).queryByRole('img', { name: /atrasado|perto do prazo/ })?.ariaLabel ?? null,
  }));
  expect(rows).toEqual([
    { name: 'Davi', icon: null },
    { name: 'Caio', icon: 'atrasado' },
    { name: 'Bia', icon: 'perto do prazo' },
    { name: 'Ana', icon: null },
  ]);
});

test('only opening hours make a wait late', async () => {
  company.me.company.settings = [{ key: 'scheduleType', value: 'company' }];
  company.me.company.schedules = [{ weekday: 'Domingo', weekdayEn: 'sunday', startTime: '08:00', endTime: '08:00' }];
  company.tickets = [queued(1, 'Ana', 300)];
  await enter();
  await go(/Aguardando/);
  expect((await screen.findByText(/^há 5h/)).closest('time')?.dataset.wait).toBeUndefined();
});

test('late tickets are counted on the tab from elsewhere and by chips, of which one at a time narrows the list', async () => {
  company.tickets = [queued(1, 'Ana', 40)];
  await enter();
  expect(await within(await tab(/Aguardando/)).findByRole('img', { name: '2 atrasados' })).toBeTruthy();
  await go(/Aguardando/);
  expect(within(await tab(/Aguardando/)).queryByRole('img')).toBeNull();
  await userEvent.click(await chip(/^Atrasados 2$/));
  await asked('pending', 'wait', 'late');
  await userEvent.click(await chip(/^Perto do prazo 1$/));
  await asked('pending', 'wait', 'near');
  expect((await chip(/^Atrasados/)).getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(await chip(/^Perto do prazo/));
  expect((await chip(/^Perto do prazo/)).getAttribute('aria-pressed')).toBe('false');
});

test('an empty chip is not offered, and an empty part says so and leads back', async () => {
  waits = [{ queueId: sales.id, near: 0, late: 1 }];
  company.tickets = [];
  await enter();
  await go(/Aguardando/);
  await userEvent.click(await chip(/^Atrasados 1$/));
  expect(screen.queryByRole('button', { name: /Perto do prazo/ })).toBeNull();
  expect(await screen.findByText('Ninguém está atrasado')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Ver a lista toda' }));
  expect((await chip(/^Atrasados/)).getAttribute('aria-pressed')).toBe('false');
});

test('a ticket of an own queue that becomes late raises the alarm once, whose button accepts it; who is late already is no news', async () => {
  const [old, fresh] = [queued(1, 'Ana', 99), queued(2, 'Bia', 30)];
  company.tickets = [old, fresh];
  lately = [old];
  await withFakeTime(async (user) => {
    await enter();
    await passUntil(() => heard('GET /tickets/waits').length === 1);
    lately = [fresh, old];
    await pass(MINUTE_MS);
    await passUntil(() => screen.queryByText('Bia espera há 30 min em Vendas') !== null);
    expect(screen.queryByText(/Ana espera/)).toBeNull();
    await user.click(
      within(screen.getByText('Bia espera há 30 min em Vendas').closest('[role]')!).getByRole('button', { name: /^Aceitar/ }),
    );
    await passUntil(() => heard(`PUT /tickets/${fresh.id}`).length === 1);
    expect(heard(`PUT /tickets/${fresh.id}`)[0]?.body).toEqual({ status: 'open' });
    await pass(2 * MINUTE_MS);
    expect(screen.queryByText(/Bia espera/)).toBeNull();
  });
});

test('where no queue has a limit nothing is asked for', async () => {
  company.answer = () => undefined;
  const { push } = await enter();
  await go(/Aguardando/);
  push('ticket', 'update', queued(1, 'Ana', 40));
  await screen.findByText('Ana');
  expect(heard('GET /tickets/waits')).toEqual([]);
});

test('who waits for an answer is marked until it is given, also after the ticket was read, and is a part of Atendendo', async () => {
  const unanswered = { ...openTicket, waitingSince: ago(12) };
  company.tickets = [unanswered, aTicket({ id: childOf(30, 1), contact: { ...openTicket.contact, name: 'Zoe' } })];
  const { push } = await enter(`/tickets/${openTicket.id}`);
  const list = within(await screen.findByRole('list', { name: 'Atendendo' }));
  expect(await list.findAllByRole('img', { name: 'por responder' })).toHaveLength(1);
  expect((await screen.findByText(/^esperando há 12 min$/)).tagName).toBe('TIME');
  await userEvent.click(await chip(/^Por responder 1$/));
  await asked('open', 'unanswered', 'true');
  await waitFor(() => expect(list.queryByText('Zoe')).toBeNull());
  push('ticket', 'update', { ...openTicket, waitingSince: null, lastMessage: 'Já vou' });
  expect(await screen.findByText('Tudo respondido')).toBeTruthy();
  expect(screen.queryByText(/^esperando há/)).toBeNull();
});

test('a row with unread messages has its count instead of the mark', async () => {
  company.tickets = [{ ...openTicket, waitingSince: ago(12), unreadMessages: 2 }];
  await enter();
  const list = within(await screen.findByRole('list', { name: 'Atendendo' }));
  expect(await list.findByText('2')).toBeTruthy();
  expect(list.queryByRole('img', { name: 'por responder' })).toBeNull();
});

test('over a hidden page a late ticket is a notification of the browser too, that leads to it, and is silent where sounds are off', async () => {
  const [old, fresh] = [queued(1, 'Ana', 99), queued(2, 'Bia', 30)];
  company.tickets = [old, fresh];
  lately = [old];
  const shown: object[] = [];
  const registration = { showNotification: async (title: string, options: object) => void shown.push({ title, ...options }) };
  const define = (target: object, name: string, value: unknown) =>
    Object.defineProperty(target, name, { configurable: true, get: () => value });
  localStorage.setItem('sounds', '0');
  try {
    await withFakeTime(async () => {
      await enter();
      await passUntil(() => heard('GET /tickets/waits').length === 1);
      define(globalThis, 'Notification', { permission: 'granted' });
      define(document, 'hidden', true);
      define(navigator, 'serviceWorker', {
        getRegistration: async () => registration,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      });
      lately = [fresh, old];
      await passUntil(() => shown.length > 0);
    });
    expect(shown).toEqual([
      expect.objectContaining({
        title: 'Atendimento atrasado',
        body: 'Bia espera há 30 min em Vendas',
        tag: fresh.id,
        silent: true,
        data: { url: `/tickets/${fresh.id}` },
      }),
    ]);
  } finally {
    Reflect.deleteProperty(globalThis, 'Notification');
    Reflect.deleteProperty(document, 'hidden');
    Reflect.deleteProperty(navigator, 'serviceWorker');
  }
});

test('what changes while the server is asked is asked for again right after, not a minute later', async () => {
  const fresh = queued(2, 'Bia', 30);
  company.tickets = [fresh];
  await withFakeTime(async () => {
    const { push } = await enter();
    await passUntil(() => heard('GET /tickets/waits').length === 1);
    const asked = Promise.withResolvers<void>();
    const { answer } = company;
    company.answer = async (call) => {
      if (call.call === 'GET /tickets/waits') await asked.promise;
      return answer(call);
    };
    await pass(MINUTE_MS);
    await passUntil(() => heard('GET /tickets/waits').length === 2);
    push('ticket', 'update', { ...fresh, lastMessage: 'Alguém?' });
    asked.resolve();
    let passed = 0;
    await comes(async () => {
      passed += 20;
      await pass(20);
      return heard('GET /tickets/waits').length === 3;
    });
    expect(passed).toBeLessThan(MINUTE_MS / 2);
  });
});

test('who is known to be late is bounded: the oldest is forgotten, the latest answer never', () => {
  let known: ReadonlySet<string> = new Set();
  for (let n = 0; n < 2 * KNOWN_MAX; n += 1) known = keptInMind(known, ['long', `late ${n}`]);
  expect(known.size).toBe(KNOWN_MAX);
  expect([known.has('long'), known.has(`late ${2 * KNOWN_MAX - 1}`), known.has('late 0')]).toEqual([true, true, false]);
});
