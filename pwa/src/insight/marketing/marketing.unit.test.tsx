import { beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enter, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { aUser } from '../../testing/me.ts';
import { onPhone } from '../../testing/media.ts';
import { idOf } from '../../testing/records.ts';
import './marketing.screen.tsx'; // loaded before the first test
import { feature as marketingScreen } from './marketing.later.ts';

const headers = { 'prosa-position': '100' };
const insta = { id: idOf(8, 1), name: 'Instagram', color: '#E11D48', message: 'Vi no Instagram', ref: null };
const poster = { id: idOf(8, 2), name: 'Cartaz', color: '#2563EB', message: 'Vi o cartaz', ref: null };
const leadOf = (n: number) => ({
  id: `lead ${n}`,
  ticketId: idOf(7, n),
  contact_name: `Cliente ${n}`,
  number: '5511987654321',
  social_network: 'Instagram',
  color: '#E11D48',
  data: '2026-11-10T15:00:00.000Z',
});
let quantities: [typeof insta, number][];

withCompany();
beforeEach(() => {
  for (const name of ['cshow', 'campaignsEnabled']) localStorage.setItem(name, 'true');
  quantities = [
    [insta, 12],
    [poster, 0],
  ];
  company.answer = ({ call, query }) => {
    if (call === 'GET /social-medias/list') return { body: { medias: [poster, insta], count: 2, hasMore: false }, headers };
    if (call === 'GET /marketing/social-medias/report') {
      const report = quantities.map(([{ id, name, color }, quantity]) => ({ id, name, color, quantity }));
      return { body: { report, total: report.reduce((sum, { quantity }) => sum + quantity, 0) }, headers };
    }
    if (call !== 'GET /marketing/social-medias/report/analytical') return undefined;
    const isFirst = query.get('cursor') === null;
    return { body: { report: [leadOf(isFirst ? 1 : 2)], total: 2, hasMore: isFirst, cursor: isFirst ? 'next' : null }, headers };
  };
});
const SYNTHETIC = 'GET /marketing/social-medias/report';
const ANALYTICAL = 'GET /marketing/social-medias/report/analytical';
const queryOf = (call: string) => Object.fromEntries(heard(call).at(-1)!.query);
const rows = async () => (await screen.findAllByRole('row')).map(({ textContent }) => textContent);
const filter = () => userEvent.click(screen.getByRole('button', { name: 'Filtrar' }));

test('the report begins with all sources of all time: name, quantity and total, and the same as bars', async () => {
  await enterScreen('/marketing/report', marketingScreen);
  expect(await rows()).toEqual(['NomeQuantidade', 'Instagram12', 'Cartaz0', 'Total12']);
  const { dateStart = '', dateEnd = '', mediaId = '' } = queryOf(SYNTHETIC);
  expect([dateStart, dateEnd, mediaId]).toEqual(['', '', '']);
  const plot = await screen.findByRole('region', { name: 'Contatos por mídia social' });
  expect([...plot.querySelectorAll('[data-bar]')].map(({ textContent }) => textContent)).toEqual([
    'Instagram · 12',
    'Cartaz · 0',
  ]);
});

test('one source is chosen by name, with days', async () => {
  await enterScreen('/marketing/report', marketingScreen);
  await rows();
  await userEvent.click(screen.getByLabelText('Mídia social'));
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(options).toEqual(['Todos', 'Cartaz', 'Instagram']);
  await userEvent.click(screen.getByRole('option', { name: 'Instagram' }));
  await userEvent.type(screen.getByLabelText('Data início'), '01112026');
  await userEvent.type(screen.getByLabelText('Data fim'), '30112026');
  await filter();
  await waitFor(() => expect(queryOf(SYNTHETIC)).toEqual({ dateStart: '2026-11-01', dateEnd: '2026-11-30', mediaId: insta.id }));
});

test('one day alone, or days in the wrong order, are refused with their texts, and nothing is asked', async () => {
  await enterScreen('/marketing/report', marketingScreen);
  await rows();
  const before = heard(SYNTHETIC).length;
  await userEvent.type(screen.getByLabelText('Data início'), '02112026');
  await filter();
  expect(await screen.findByText('Por favor, informe a data de início e fim')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Data fim'));
  await userEvent.type(screen.getByLabelText('Data fim'), '01112026');
  await filter();
  expect(await screen.findByText('Data início não pode ser maior que data fim')).toBeTruthy();
  expect(heard(SYNTHETIC)).toHaveLength(before);
});

test('the analytical report lists who came, page by page, with their number', async () => {
  await enterScreen('/marketing/report', marketingScreen);
  await userEvent.click(await screen.findByRole('tab', { name: 'Analítico' }));
  const link = await screen.findByRole('link', { name: 'Cliente 1' });
  expect(link.getAttribute('href')).toBe(`/tickets/${idOf(7, 1)}`);
  expect(await rows()).toEqual([
    'Nome do contatoNúmeroRede socialData',
    'Cliente 1+55 11 98765-4321Instagram10/11/2026 12:00',
    'Mostrar mais',
    'Total2 contatos',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar mais' }));
  await screen.findByRole('link', { name: 'Cliente 2' });
  expect(queryOf(ANALYTICAL)).toMatchObject({ cursor: 'next' });
  expect(screen.queryByRole('button', { name: 'Mostrar mais' })).toBeNull();
});

test('on a phone who came is a list', async () => {
  onPhone();
  await enterScreen('/marketing/report', marketingScreen);
  await userEvent.click(await screen.findByRole('tab', { name: 'Analítico' }));
  const item = (await screen.findByRole('link', { name: 'Cliente 1' })).closest('li')!;
  expect(within(item).getByText('Instagram · +55 11 98765-4321')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('where nobody came, the screen says what to do, and there is nothing to export', async () => {
  quantities = [[insta, 0]];
  await enterScreen('/marketing/report', marketingScreen);
  expect(await screen.findByText('Ninguém veio de uma mídia social neste período')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Exportar CSV' }).disabled).toBe(true);
});

test('the drawer has marketing for administrators while the browser has the flag; without it there is no such address', async () => {
  await enter('/marketing/report');
  await rows();
  const group = await screen.findByRole('button', { name: 'Marketing' });
  expect(group.getAttribute('aria-expanded')).toBe('true');
  const navigation = within(screen.getByRole('navigation'));
  expect(navigation.getByRole('link', { name: 'Relatório' }).getAttribute('aria-current')).toBe('page');
  expect(navigation.getByRole('link', { name: 'Mídias sociais' }).getAttribute('href')).toBe('/marketing/social-media');
  cleanup();
  company.me = aUser({ profile: 'user' });
  await enter('/tags');
  await screen.findByRole('heading', { name: 'Tags' });
  expect(screen.queryByRole('button', { name: 'Marketing' })).toBeNull();
  cleanup();
  company.me = aUser();
  localStorage.removeItem('cshow');
  await enter('/marketing/report');
  expect(await screen.findByRole('heading', { name: 'Este endereço não existe' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Marketing' })).toBeNull();
});
