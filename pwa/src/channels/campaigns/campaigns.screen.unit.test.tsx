import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { aCampaign, enterCampaigns, known, list, phone, withCampaigns } from './campaigns.fixture.ts';

const HOUR = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();

const statuses = [
  aCampaign(1, { name: 'Rascunho', contactListId: null, contactList: null }),
  aCampaign(2, { name: 'Amanhã', status: 'PROGRAMADA', scheduledAt: inHours(24.5) }),
  aCampaign(3, { name: 'Já já', status: 'PROGRAMADA', scheduledAt: inHours(0.5) }),
  aCampaign(4, { name: 'Andando', status: 'EM_ANDAMENTO', scheduledAt: inHours(-1), validContacts: 1_120, delivered: 412 }),
  aCampaign(5, {
    name: 'Parada',
    status: 'EM_ANDAMENTO',
    validContacts: 4,
    pauseReason: 'disconnected',
    pausedUntil: '2031-01-02T12:30:00.000Z',
  }),
  aCampaign(6, { name: 'Desistida', status: 'CANCELADA', validContacts: 4, delivered: 1 }),
  aCampaign(7, { name: 'Pronta', status: 'FINALIZADA', completedAt: '2026-03-01T15:00:00.000Z', validContacts: 4, delivered: 4 }),
];

withCompany();
withCampaigns();
beforeEach(() => {
  known.campaigns = statuses;
});

/** The row of a campaign, by its name. */
const row = (name: string) => within(screen.getByText(name).closest('tr')!);
const shown = async () => {
  const app = await enterCampaigns('/campaigns');
  await screen.findByText('Rascunho');
  return app;
};

test('each status has its label, and says how far the campaign is', async () => {
  await shown();
  const said = (name: string) => screen.getByText(name).closest('tr')!.querySelector('[data-status]')!.textContent;
  expect(said('Rascunho')).toBe('Inativafalta escolher a lista');
  expect(said('Amanhã')).toBe('Programadaem 1 dia');
  expect(said('Já já')).toMatch(/^Programadaem (29|30) min\.?, não muda mais$/);
  expect(said('Andando')).toBe('Em Andamento412 de 1.120 entregues');
  expect(said('Parada')).toBe('Em AndamentoPausada até 02/01/2031 09:30: a conexão está desligada');
  expect(said('Desistida')).toBe('Cancelada1 de 4 entregues');
  expect(said('Pronta')).toBe('Finalizada4 de 4 entregues');
});

test('a campaign is edited while it may change, then only shown; what it may become are its acts', async () => {
  await shown();
  const acts = (name: string) =>
    row(name)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')?.replace(` ${name}`, ''));
  const report = 'Relatório de';
  expect(acts('Rascunho')).toEqual([report, 'Editar', 'Excluir']);
  expect(acts('Amanhã')).toEqual(['Cancelar', report, 'Editar', 'Excluir']);
  expect(acts('Já já')).toEqual(['Cancelar', report, 'Ver', 'Excluir']);
  expect(acts('Andando')).toEqual(['Cancelar', report, 'Ver']);
  expect(acts('Parada')).toEqual(['Retomar', 'Cancelar', report, 'Ver']);
  expect(acts('Desistida')).toEqual(['Retomar', report, 'Editar', 'Excluir']);
  expect(acts('Pronta')).toEqual([report, 'Ver', 'Excluir']);
});

test('a running campaign is cancelled, a cancelled one goes on, and the rows follow', async () => {
  const { push } = await shown();
  await userEvent.click(row('Andando').getByRole('button', { name: 'Cancelar Andando' }));
  await waitFor(() => expect(heard(`POST /campaigns/${statuses[3]!.id}/cancel`)).toHaveLength(1));
  push('campaign', 'update', { ...statuses[3], status: 'CANCELADA' });
  expect(await row('Andando').findByText('Cancelada')).toBeTruthy();
  await userEvent.click(row('Desistida').getByRole('button', { name: 'Retomar Desistida' }));
  await waitFor(() => expect(heard(`POST /campaigns/${statuses[5]!.id}/restart`)).toHaveLength(1));
});

test('a refused cancellation is a toast with the reason', async () => {
  await shown();
  const { answer } = company;
  company.answer = (one) =>
    one.call.endsWith('/cancel') ? { status: 409, body: { error: 'ERR_CAMPAIGNS_DISABLED', message: '' } } : answer(one);
  await userEvent.click(row('Andando').getByRole('button', { name: 'Cancelar Andando' }));
  expect(await screen.findByText('As campanhas não estão ativas para esta empresa.')).toBeTruthy();
});

test('a connection’s and a list’s new names are shown, and that they were deleted', async () => {
  const { push } = await shown();
  push('contact-list', 'update', { ...list, name: 'Clientes de sempre' });
  push('whatsapp', 'delete', { id: phone.id });
  expect(await row('Andando').findByText('Clientes de sempre')).toBeTruthy();
  expect(await row('Andando').findByText('Sem conexão')).toBeTruthy();
});

test('a new campaign is the first one', async () => {
  const { push } = await shown();
  push('campaign', 'create', aCampaign(9, { name: 'A última' }));
  await screen.findByText('A última');
  expect(screen.getAllByRole('row')[1]!.textContent).toContain('A última');
});

test('a campaign is deleted after a question', async () => {
  const { push } = await shown();
  await userEvent.click(row('Rascunho').getByRole('button', { name: 'Excluir Rascunho' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Excluir a campanha Rascunho?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(heard(`DELETE /campaigns/${statuses[0]!.id}`)).toHaveLength(1));
  push('campaign', 'delete', statuses[0]!);
  await waitFor(() => expect(screen.queryByText('Rascunho')).toBeNull());
});

test('what can no longer be changed is shown without fields, and nothing is saved', async () => {
  await shown();
  await userEvent.click(row('Andando').getByRole('button', { name: 'Ver Andando' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Andando/ }));
  expect(dialog.getByText('Não pode mais ser alterada')).toBeTruthy();
  expect(await dialog.findByText('Oi, Ana Clara!')).toBeTruthy();
  expect(dialog.queryByRole('textbox')).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Salvar' })).toBeNull();
});
