import { beforeEach, expect, test } from '@jest/globals';
import type { AccessView } from '@prosa/contracts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enter, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { feature as usersFeature } from '../../people/users/users.feature.ts';
import { aUser } from '../../testing/me.ts';
import { onPhone } from '../../testing/media.ts';
import { idOf } from '../../testing/records.ts';
import { feature as accessesScreen } from './accesses.later.ts';
import './accesses.screen.tsx'; // loaded before the first test

const LIST = 'GET /accesses';
const headers = { 'prosa-position': '100' };
const carla: AccessView['by'] = { id: idOf(2, 1), kind: 'user', name: 'Carla' };
const maria = { kind: 'ticket', id: idOf(7, 1), name: 'Maria', protocol: '000123', contactId: idOf(4, 1) };
const look = (id: number, more: Partial<AccessView> = {}): AccessView => ({
  id: String(id),
  kind: 'history',
  at: '2026-11-10T15:00:00.000Z',
  by: carla,
  subject: maria,
  tickets: null,
  ...more,
});
let looks: AccessView[];

withCompany();
beforeEach(() => {
  looks = [
    look(1),
    look(2, { kind: 'past', by: { ...carla, name: null }, subject: { ...maria, protocol: null } }),
    look(3, {
      kind: 'data',
      by: { id: null, kind: 'platform', name: null },
      subject: { ...maria, kind: 'contact', name: null, protocol: null },
    }),
    look(4, { kind: 'export', subject: null, tickets: 12 }),
    look(5, { kind: 'download', subject: { ...maria, kind: 'company', name: 'Loja', protocol: null } }),
    look(6, { kind: 'later', subject: { ...maria, kind: 'robot', id: 'r1', name: null, protocol: null } }),
  ];
  company.answer = ({ call, query }) => {
    if (call !== LIST) return undefined;
    const isMore = query.get('cursor') !== null;
    const accesses = isMore ? [look(9, { subject: { ...maria, name: 'Otávio' } })] : looks;
    return { body: { accesses, hasMore: !isMore, cursor: isMore || looks.length === 0 ? null : 'next' }, headers };
  };
});
const rows = async () => (await screen.findAllByRole('row')).map(({ textContent }) => textContent);
const asked = () => Object.fromEntries([...heard(LIST).at(-1)!.query].filter(([, value]) => value !== ''));

test('who looked at what is listed page by page, with links to the ticket and its history', async () => {
  await enterScreen('/accesses', accessesScreen, usersFeature);
  const at = '10/11/2026 12:00';
  expect(await rows()).toEqual([
    'DeO que viuQuemQuando',
    `Mariaprotocolo 000123 · HistóricoHistóricoCarla${at}`,
    `Mariaatendimento excluído · HistóricoComo estava antesAntigo usuário${at}`,
    `Contato sem nomecontatoDados pessoaisPlataforma${at}`,
    `12 atendimentosExportouCarla${at}`,
    `Toda a empresaBaixou a exportaçãoCarla${at}`,
    `r1registrolaterCarla${at}`,
    'Mostrar mais',
  ]);
  expect(screen.getByRole('link', { name: 'Maria' }).getAttribute('href')).toBe(`/tickets/${maria.id}`);
  const [history] = screen.getAllByRole('link', { name: 'Histórico: Maria' });
  expect(history!.getAttribute('href')).toBe(`/tickets/${maria.id}/history`);
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar mais' }));
  await screen.findByRole('link', { name: 'Otávio' });
  expect(asked()).toEqual({ cursor: 'next' });
  expect(screen.queryByRole('button', { name: 'Mostrar mais' })).toBeNull();
});

test('it is filtered by kind and days, and nothing is asked of days in the wrong order', async () => {
  await enterScreen('/accesses', accessesScreen, usersFeature);
  await rows();
  await userEvent.click(screen.getByLabelText('O que viu'));
  await userEvent.click(await screen.findByRole('option', { name: 'Exportou' }));
  await userEvent.type(screen.getByLabelText('Data início'), '02112026');
  await userEvent.type(screen.getByLabelText('Data fim'), '01112026');
  const before = heard(LIST).length;
  await userEvent.click(screen.getByRole('button', { name: 'Filtrar' }));
  expect(await screen.findByText('Data início não pode ser maior que data fim')).toBeTruthy();
  expect(heard(LIST)).toHaveLength(before);
  await userEvent.clear(screen.getByLabelText('Data fim'));
  await userEvent.type(screen.getByLabelText('Data fim'), '03112026');
  await userEvent.click(screen.getByRole('button', { name: 'Filtrar' }));
  await waitFor(() => expect(asked()).toEqual({ kind: 'export', dateStart: '2026-11-02', dateEnd: '2026-11-03' }));
});

test('of one ticket it says so, and leads to all of its contact, and to all', async () => {
  await enterScreen(`/accesses?ticketId=${maria.id}`, accessesScreen, usersFeature);
  expect(await screen.findByText('Só deste atendimento: Maria')).toBeTruthy();
  expect(asked()).toEqual({ ticketId: maria.id });
  await userEvent.click(screen.getByRole('link', { name: 'Ver tudo deste contato' }));
  await waitFor(() => expect(asked()).toEqual({ contactId: maria.contactId }));
  expect(await screen.findByText('Só deste contato: Maria')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Mostrar de todos' }));
  await waitFor(() => expect(asked()).toEqual({}));
  expect(screen.queryByRole('link', { name: 'Mostrar de todos' })).toBeNull();
});

test('on a phone it is a list', async () => {
  onPhone();
  await enterScreen('/accesses', accessesScreen, usersFeature);
  const item = (await screen.findByRole('link', { name: 'Maria' })).closest('li')!;
  expect(item.textContent).toBe('Carla10/11/2026 12:00HistóricoMariaprotocolo 000123 · Histórico');
  expect(screen.queryByRole('table')).toBeNull();
});

test('where nobody looked, the screen says what would be there, and there is nothing to export', async () => {
  looks = [];
  await enterScreen('/accesses', accessesScreen, usersFeature);
  expect(await screen.findByText('Ninguém viu nada aqui')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Exportar CSV' }).disabled).toBe(true);
});

test('the drawer has it among the reports, for administrators alone', async () => {
  await enter('/accesses');
  await rows();
  const navigation = within(screen.getByRole('navigation'));
  expect(navigation.getByRole('link', { name: 'Quem viu o quê' }).getAttribute('aria-current')).toBe('page');
  cleanup();
  company.me = aUser({ profile: 'user' });
  await enter('/tags');
  await screen.findByRole('heading', { name: 'Tags' });
  expect(screen.queryByRole('link', { name: 'Quem viu o quê' })).toBeNull();
});
