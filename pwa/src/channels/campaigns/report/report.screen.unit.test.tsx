import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { heard, withCompany } from '../../../desk/tickets/screen.fixture.tsx';
import { comes, pass, withFakeTime } from '../../../testing/fake-time.ts';
import { onPhone } from '../../../testing/media.ts';
import { aCampaign, aReport, aShipping, enterCampaigns, known, withCampaigns } from '../campaigns.fixture.ts';
import { AFTER_FINISH_MS } from './report.saga.ts';

withCompany();
withCampaigns();

const running = aCampaign(1, { name: 'Black November', status: 'EM_ANDAMENTO', scheduledAt: '2026-11-17T11:00:00.000Z' });
const enter = async (campaign = running) => {
  known.campaigns = [campaign];
  const app = await enterCampaigns(`/campaign/${campaign.id}/report`);
  await screen.findByRole('heading', { name: `Relatório da ${campaign.name}` });
  return app;
};
const card = (name: string) => document.querySelector(`[data-figure="${name}"]`)?.textContent ?? null;
const stage = (name: string) => document.querySelector(`[data-stage="${name}"]`)?.textContent ?? null;
const asked = () => heard(`GET /campaigns/${running.id}/report`).length;

test('the bar is what was delivered of the valid contacts, and the cards say it', async () => {
  known.report = aReport('', { validContacts: 4, delivered: 2, skipped: [{ reason: 'invalid', count: 1 }] });
  await enter();
  const bar = screen.getByRole('progressbar', { name: 'Entregues' });
  expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['50', '100']);
  expect(screen.getByText('2 de 4 contatos válidos · 50%')).toBeTruthy();
  expect(card('validContacts')).toBe('Contatos válidos4de 5 na lista');
  expect(card('delivered')).toBe('Entregues250% dos válidos');
  expect(card('scheduledAt')).toBe('Agendada17/11/2026 08:00');
  expect(card('completedAt')).toBe('Concluídaainda não');
  expect([card('whatsapp'), card('contactList')]).toEqual(['ConexãoLoja Centro', 'Lista de contatosClientes ativos']);
  expect([card('confirmationsRequested'), card('confirmations')]).toEqual([null, null]);
  expect(screen.getByText('Em Andamento')).toBeTruthy();
});

test('confirmations have cards where they were asked for; a connection and a list only where they are known', async () => {
  known.report = aReport('', { confirmationsRequested: 4, confirmations: 3, delivered: 3 });
  await enter({ ...running, confirmation: true, whatsapp: null, contactList: null });
  expect(card('confirmationsRequested')).toBe('Confirmações pedidas4100% dos válidos');
  expect(card('confirmations')).toBe('Confirmações375% de quem recebeu o pedido');
  expect([card('whatsapp'), card('contactList')]).toEqual([null, null]);
  expect(stage('confirmed')).toBe('Confirmadas375%');
});

test('the funnel goes from the send to the answer, and says why others have nothing', async () => {
  known.report = aReport('', {
    validContacts: 10,
    sent: 8,
    delivered: 7,
    read: 5,
    answered: 1,
    optedOut: 1,
    failed: [
      { reason: 'not-there', count: 1 },
      { reason: 'something-new', count: 1 },
    ],
    skipped: [{ reason: 'opted-out', count: 2 }],
  });
  await enter();
  const stages = [...document.querySelectorAll('[data-stage]')].map(({ textContent }) => textContent);
  expect(stages).toEqual([
    'Enviadas880%',
    'Entregues770%',
    'Lidas550%',
    'Respondidas110%',
    'Falharam220%',
    'O número não está no canal1',
    'Não foi possível enviar1',
    'Pediram para sair110%',
    'Não receberam220%',
    'Pediu para não receber campanhas2',
  ]);
});

test('the recipients are those sent to last, the older ones are fetched page by page', async () => {
  known.shipping = [
    aShipping(1, { deliveredAt: '2026-11-17T12:58:00.000Z', sentAt: '2026-11-17T12:57:00.000Z' }),
    aShipping(2, { state: 'failed', failure: 'no-answer' }),
    ...Array.from({ length: 20 }, (_, n) => aShipping(3 + n)),
  ];
  await enter();
  const rows = () => [...document.querySelectorAll('tr[data-id]')].map(({ textContent }) => textContent);
  await waitFor(() => expect(rows()).toHaveLength(20));
  expect(rows()[0]).toMatch(/Cliente 1\+55 11 98765-4321Entregue (17\/11\/2026|09:58)/);
  expect(rows()[1]).toContain('Não enviada: o canal não respondeu');
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar mais' }));
  await waitFor(() => expect(rows()).toHaveLength(22));
  expect(screen.queryByRole('button', { name: 'Mostrar mais' })).toBeNull();
});

test('who has confirmed waits for the message alone', async () => {
  const confirmationRequestedAt = '2026-11-17T12:57:00.000Z';
  known.shipping = [
    aShipping(1, { confirmationRequestedAt }),
    aShipping(2, { confirmationRequestedAt, confirmedAt: '2026-11-17T12:58:00.000Z' }),
  ];
  await enter({ ...running, confirmation: true });
  const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(`^${name}`) });
  expect((await rowOf('Cliente 1')).lastChild?.textContent).toBe('Espera a confirmação');
  expect((await rowOf('Cliente 2')).lastChild?.textContent).toBe('Saindo');
});

test('news of the campaign renew the figures; once it has finished they are fetched again five seconds later', async () => {
  const { push } = await enter();
  await waitFor(() => expect(asked()).toBe(1));
  push('campaign', 'update', { ...aCampaign(2) });
  known.report = aReport('', { delivered: 3 });
  push('campaign', 'update', { ...running, delivered: 3 });
  await waitFor(() => expect(card('delivered')).toMatch(/^Entregues3/));
  const before = asked();
  known.campaigns = [{ ...running, status: 'FINALIZADA', completedAt: '2026-11-17T13:00:00.000Z' }];
  await withFakeTime(async () => {
    push('campaign', 'update', known.campaigns[0]!);
    await comes(() => screen.getByText('Finalizada'));
    expect(asked()).toBe(before + 1);
    known.report = aReport('', { delivered: 4 });
    await pass(AFTER_FINISH_MS - 1);
    expect(asked()).toBe(before + 1);
    await pass(1);
    await comes(() => expect(card('delivered')).toMatch(/^Entregues4/));
  });
});

test('a pause says why and until when, and the campaign is sent on or cancelled from here', async () => {
  await enter({ ...running, pauseReason: 'restricted', pausedUntil: '2031-01-02T12:30:00.000Z' });
  expect(screen.getByText('Pausada até 02/01/2031 09:30: o canal restringiu a conta')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Retomar campanha' }));
  await waitFor(() => expect(heard(`POST /campaigns/${running.id}/restart`)).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar campanha' }));
  await waitFor(() => expect(heard(`POST /campaigns/${running.id}/cancel`)).toHaveLength(1));
});

test('on a phone the recipients are a list', async () => {
  onPhone();
  known.shipping = [aShipping(1, { readAt: '2026-11-17T12:58:00.000Z', ticketId: '0190c1d2-0007-7000-8000-000000000001' })];
  await enter();
  const item = within(await screen.findByRole('listitem'));
  expect(item.getByRole('link', { name: 'Cliente 1' }).getAttribute('href')).toBe(`/tickets/${known.shipping[0]!.ticketId}`);
  expect(item.getByText(/^Lida /)).toBeTruthy();
});

test('an unknown campaign says so, and can be asked for again', async () => {
  await enterCampaigns(`/campaign/${running.id}/report`);
  expect(await screen.findByText('Não deu para carregar o relatório')).toBeTruthy();
  known.campaigns = [running];
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByRole('heading', { name: 'Relatório da Black November' })).toBeTruthy();
});
