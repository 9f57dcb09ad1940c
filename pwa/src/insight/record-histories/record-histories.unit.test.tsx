import { beforeEach, expect, test } from '@jest/globals';
import type { RecordChange, RecordEntry, RecordHistory } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { features } from '../../app/features.ts';
import { company, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { changeLanguage } from '../../kernel/i18n/i18n.ts';
import { aUser } from '../../testing/me.ts';
import { idOf } from '../../testing/records.ts';
import { feature as historyFeature } from './record-histories.later.ts';
import './record-histories.screen.tsx'; // loaded before the first test

const ana = { kind: 'user', id: idOf(1, 1), name: 'Ana', isPlatform: false } as const;
const bruno = { kind: 'user', id: idOf(1, 2), name: 'Bruno', isPlatform: false } as const;
const prosa = { kind: 'system', id: 'prosa', name: null, isPlatform: false } as const;
const boss = { kind: 'user', id: idOf(1, 9), name: null, isPlatform: true } as const;
const record = idOf(4, 1);
const [sales, gone, size, plan] = [idOf(2, 1), idOf(2, 2), idOf(6, 1), idOf(7, 1)];

const change = (field: string, from: unknown, to: unknown, withheld: RecordChange['withheld'] = null): RecordChange => ({
  field,
  from,
  to,
  withheld,
});
const entry = (
  n: number,
  type: string,
  actor: RecordEntry['actor'],
  changes: RecordChange[] = [],
  about: string | null = null,
) => ({
  position: String(100 + n),
  at: new Date(Date.UTC(2026, 10, 17, 12, n)).toISOString(),
  type,
  actor,
  about,
  changes,
});
let pages: Record<string, RecordHistory | number>;
const page = (entries: RecordEntry[], names: RecordHistory['names'] = {}, hasMore = false): RecordHistory => ({
  entries: entries.toReversed(),
  hasMore,
  names,
});

withCompany();
beforeEach(() => {
  company.me = aUser({ profile: 'admin' });
  pages = {};
  company.answer = ({ call, query }) => {
    if (!call.endsWith('/history')) return undefined;
    const told = pages[query.get('before') ?? 'first'];
    if (typeof told === 'number') return { status: told, body: { error: 'ERR_INTERNAL', message: 'Algo deu errado.' } };
    return { body: told, headers: { 'prosa-position': '200' } };
  };
});

const opens = (path: string) => enterScreen(path, ...features, historyFeature);
const lines = async (): Promise<(string | null)[]> =>
  (await within(await screen.findByRole('region', { name: 'Mudanças' })).findAllByRole('listitem')).map(
    ({ textContent }) => textContent,
  );

test('a contact’s history says who changed what, from what to what, the newest first', async () => {
  const extra = [{ id: idOf(8, 1), name: 'Bairro', value: 'Centro' }];
  pages.first = page(
    [
      entry(1, 'ContactCreated', { ...ana, kind: 'customer', name: null }, [change('name', null, 'Maria')]),
      entry(2, 'ContactChanged', ana, [change('name', 'Maria', 'Maria José'), change('extraInfo', null, extra)]),
      entry(3, 'ContactFieldsChanged', ana, [change(size, 'M', null), change(gone, null, '2026-03-01')]),
      entry(4, 'ContactAbsorbed', bruno, [], idOf(4, 2)),
      entry(5, 'ContactPreferenceTold', prosa, [change('optedOut', false, true)]),
      entry(6, 'ContactChanged', ana, [change('email', null, null, 'erased')]),
    ],
    { [record]: 'Maria José', [size]: 'Tamanho', [idOf(4, 2)]: null },
  );
  await opens(`/contacts/${record}/history`);
  expect(await lines()).toEqual([
    '09:06Ana mudou o contatoE-mailapagado',
    '09:05Prosa mudou se quer receber campanhasNão quer campanhasantes:Nãodepois:Sim',
    '09:04Bruno uniu um contato apagado a este contato',
    '09:03Ana mudou o contatoTamanhoantes:Mdepois:vazioCampo apagadoantes:vaziodepois:01/03/2026',
    '09:02Ana mudou o contatoNomeantes:Mariadepois:Maria JoséInformações adicionaisantes:vaziodepois:Bairro: Centro',
    '09:01O cliente criou o contatoNomeMaria',
  ]);
  expect(screen.getByRole('heading', { level: 1, name: 'Histórico do contato' })).toBeTruthy();
  expect(screen.getByText('Maria José', { selector: 'header p' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Mostrar mais' })).toBeNull();
});

test('a user’s history has the words of their form, and names instead of ids', async () => {
  pages.first = page(
    [
      entry(1, 'UserChanged', ana, [change('profile', 'user', 'supervisor'), change('queueIds', [sales], [sales, gone])]),
      entry(2, 'PasswordChanged', bruno, [change('password', null, null, 'secret')]),
    ],
    { [sales]: 'Vendas' },
  );
  await opens(`/users/${record}/history`);
  expect(await lines()).toEqual([
    '09:02Bruno trocou a senhaSenhamudou; o valor não é mostrado',
    '09:01Ana mudou o usuárioPerfilantes:Atendentedepois:SupervisorFilasantes:Vendasdepois:Vendas, apagado',
  ]);
});

test('a queue’s history sums up its hours, and shows its colour', async () => {
  const range = (weekdayEn: string, endTime = '18:00') => ({ weekday: '', weekdayEn, startTime: '08:00', endTime });
  const week = [range('monday'), range('tuesday'), range('thursday', '12:00')];
  pages.first = page([
    entry(1, 'QueueChanged', ana, [
      change('schedules', null, week),
      change('color', '#111111', '#222222'),
      change('distribution', 'manual', 'turns'),
    ]),
    entry(2, 'OptionChanged', ana, [change('title', 'Preços', 'Preços'), change('message', 'Veja', 'Aqui')]),
  ]);
  await opens(`/queues/${record}/history`);
  expect(await lines()).toEqual([
    '09:02Ana mudou uma opção do menuOpçãoPreçosMensagemantes:Vejadepois:Aqui',
    '09:01Ana mudou a filaHorário de atendimentoantes:vaziodepois:seg. – ter. 08:00–18:00\nqui. 08:00–12:00Corantes:#111111depois:#222222Distribuiçãoantes:À mãodepois:Em rodízio',
  ]);
});

test('settings are named, and their secrets are not shown', async () => {
  pages.first = page([
    entry(1, 'SettingChanged', ana, [change('userRating', 'disabled', 'enabled')]),
    entry(2, 'SettingChanged', ana, [change('scheduleType', 'disabled', 'company')]),
    entry(3, 'IntegrationKeySet', ana, [change('asaas', null, null, 'secret')]),
    entry(4, 'SettingChanged', ana, [change('country', 'BR', 'PT')]),
  ]);
  await opens('/settings/history');
  expect(await lines()).toEqual([
    '09:04Ana mudou uma configuraçãoPaís da empresaantes:Brasildepois:Portugal',
    '09:03Ana mudou uma chave de integraçãoToken do Asaasmudou; o valor não é mostrado',
    '09:02Ana mudou uma configuraçãoTipo de horárioantes:Sem horáriodepois:Por empresa',
    '09:01Ana mudou uma configuraçãoAvaliação do atendimentoantes:Nãodepois:Sim',
  ]);
});

test('a company’s history says what the platform did', async () => {
  pages.first = page(
    [
      entry(1, 'CompanyChanged', boss, [change('planId', null, plan), change('status', true, false)]),
      entry(2, 'InvoiceIssued', prosa, [change('cents', null, 12_345)], plan),
      entry(3, 'UserCreated', { ...boss, name: 'Chefe' }, [], idOf(1, 5)),
    ],
    { [plan]: 'Ouro', [record]: 'Padaria' },
  );
  await opens(`/companies/${record}/history`);
  expect((await lines()).map((line) => line?.replaceAll('\u00a0', ' '))).toEqual([
    '09:03Chefe (plataforma) criou o usuário um usuário',
    '09:02Prosa emitiu uma fatura do plano OuroValorR$ 123,45',
    '09:01Equipe da plataforma mudou a empresaPlanoantes:vaziodepois:OuroAtivaantes:Simdepois:Não',
  ]);
});

test('further pages follow from where the last one ended; a failed one is asked for again', async () => {
  pages.first = page([entry(2, 'UserDeleted', ana)], {}, true);
  pages['102'] = 500;
  await opens(`/users/${record}/history`);
  await userEvent.click(await screen.findByRole('button', { name: 'Mostrar mais' }));
  expect(await screen.findByText('Não deu para carregar o histórico')).toBeTruthy();
  expect(await lines()).toHaveLength(1);
  pages['102'] = page([entry(1, 'UserCreated', bruno)]);
  await userEvent.click(screen.getByRole('button', { name: /de novo/ }));
  await waitFor(async () => expect(await lines()).toEqual(['09:02Ana excluiu o usuário', '09:01Bruno criou o usuário']));
  expect(screen.queryByRole('button', { name: 'Mostrar mais' })).toBeNull();
  expect(heard(`GET /users/${record}/history`).map(({ query }) => query.get('before'))).toEqual([null, '102', '102']);
});

test('the entries of one person alone', async () => {
  pages.first = page([entry(1, 'UserCreated', bruno), entry(2, 'UserDeleted', ana)]);
  await opens(`/users/${record}/history`);
  await userEvent.click(await screen.findByRole('button', { name: /Pessoa/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Bruno' }));
  await waitFor(async () => expect(await lines()).toEqual(['09:01Bruno criou o usuário']));
});

test('where nothing changed, that is said', async () => {
  pages.first = page([]);
  await opens('/settings/history');
  expect(await screen.findByText('Nada mudou ainda')).toBeTruthy();
});

test('Escape leads back to the records', async () => {
  pages.first = page([entry(1, 'UserCreated', bruno)]);
  const { at } = await opens(`/queues/${record}/history`);
  await lines();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(at()).toBe('/queues'));
});

test('who may not read it is led to the tickets', async () => {
  company.me = aUser({ profile: 'user' });
  const { at } = await opens(`/contacts/${record}/history`);
  await waitFor(() => expect(at()).toMatch(/^\/tickets/));
  expect(heard(`GET /contacts/${record}/history`)).toEqual([]);
});

test.each([
  ['en', 'Ana changed the contact'],
  ['es', 'Ana cambió el contacto'],
] as const)('it speaks %s', async (language, words) => {
  pages.first = page([entry(1, 'ContactChanged', ana, [change('name', null, 'Maria')])]);
  await opens(`/contacts/${record}/history`);
  await lines();
  await changeLanguage(language);
  expect((await screen.findByRole('listitem')).textContent).toContain(words);
  await changeLanguage('pt');
});
