import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { ExportSummary } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import '../../company/settings/settings.screen.tsx'; // loaded before the first test
import { feature as settingsScreen } from '../../company/settings/settings.later.ts';
import { company, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { feature as usersFeature } from '../../people/users/users.feature.ts';
import { feature as usersScreen } from '../../people/users/users.later.ts';
import { aUser } from '../../testing/me.ts';
import { at, idOf } from '../../testing/records.ts';
import type { Said } from '../../testing/server.ts';

const anExport = (n: number, more: Partial<ExportSummary> = {}): ExportSummary => ({
  id: idOf(9, n),
  status: 'ready',
  tickets: null,
  done: 1_200,
  events: 1_200,
  bytes: 1_468_006,
  user: { id: idOf(1, 1), name: 'Marina Alves' },
  createdAt: at(n),
  ...more,
});
const key = 'prosa-0123/empresa+89ab+AbCd';
const internal: Said = { status: 500, body: { error: 'ERR_INTERNAL', message: '' } };

let exports: ExportSummary[];
let refusals: Record<string, Said>;
withCompany();
beforeEach(() => {
  company.me = aUser({ profile: 'admin' });
  exports = [];
  refusals = {};
  company.answer = ({ call }) => {
    if (call === 'GET /settings') return { body: [] };
    if (refusals[call]) return refusals[call];
    if (call === 'GET /exports') return { body: { exports } };
    if (call === `GET /exports/${idOf(9, 5)}`) return { body: 'the package' };
    if (call === 'GET /audit/head') return { body: { origin: key, key, size: 8, signedAt: at(1), text: '' } };
    if (call === 'POST /exports') {
      exports = [anExport(5, { status: 'waiting', done: 0, events: null, bytes: null }), ...exports];
      return { status: 202, body: { id: idOf(9, 5) } };
    }
    return undefined;
  };
});
const { createObjectURL } = URL;
afterEach(() => {
  URL.createObjectURL = createObjectURL;
});

const opens = async () => {
  await enterScreen('/settings', settingsScreen, usersFeature, usersScreen);
  await userEvent.click(await screen.findByRole('button', { name: 'Exportar tudo' }));
  return within(await screen.findByRole('dialog', { name: 'Exportar com prova Tudo da empresa' }));
};
const rows = async (dialog: ReturnType<typeof within>) => {
  const recent = within(await dialog.findByRole('region', { name: 'Exportações dos últimos 7 dias' }));
  return (await recent.findAllByRole('listitem')).map(({ textContent }) => textContent);
};

test('the dialog says what is exported and how it is checked, and lists the exports with what became of them', async () => {
  exports = [
    anExport(4, { status: 'waiting', done: 500, bytes: null }),
    anExport(3, { status: 'waiting', done: 0, events: null, bytes: null, user: null }),
    anExport(2),
    anExport(1, { status: 'failed', tickets: 12, bytes: null }),
  ];
  const dialog = await opens();
  expect(dialog.getByText(/Abra conferir\.html, que vai no arquivo, ou rode/).textContent).toContain('npx prosa-verify');
  await dialog.findByText(key);
  const [writes, waits, ready, failed] = await rows(dialog);
  expect(writes).toMatch(/^Tudo da empresa · .*Marina Alves500 de 1\.200 eventos$/);
  expect(waits).toMatch(/Esperando a vez$/);
  expect(ready).toMatch(/1\.200 eventos · 1,4 MBBaixar$/);
  expect(failed).toMatch(/^12 atendimentos · .*Não pôde ser feita/);
  expect(dialog.getByRole('progressbar').getAttribute('value')).toBe('500');
  expect(dialog.getAllByRole('button', { name: /^Baixar/ })).toHaveLength(1);
  // While one is being made no second is begun.
  expect(dialog.queryByRole('button', { name: 'Exportar' })).toBeNull();
  expect(dialog.getByText('Pode fechar: a exportação continua.')).toBeTruthy();
});

test('an export is begun, followed to its end and saved as a file', async () => {
  const dialog = await opens();
  await dialog.findByText('Nenhuma ainda.');
  await userEvent.click(dialog.getByRole('button', { name: 'Exportar' }));
  await waitFor(async () => expect(await rows(dialog)).toHaveLength(1));
  expect(heard('POST /exports').map(({ body }) => body)).toEqual([{ kind: 'company', language: 'pt' }]);
  exports = [anExport(5)];
  const save = await dialog.findByRole('button', { name: /^Baixar a exportação de / }, { timeout: 6_000 });
  const saved = jest.fn<(file: Blob) => string>(() => '#saved');
  URL.createObjectURL = saved as never;
  await userEvent.click(save);
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  expect(heard(`GET /exports/${idOf(9, 5)}`)).toHaveLength(1);
  expect(dialog.getByRole('button', { name: 'Exportar' })).toBeTruthy();
}, 15_000);

test('what fails is said, and tried again as the same request', async () => {
  refusals = { 'GET /exports': internal, 'POST /exports': internal };
  const dialog = await opens();
  await userEvent.click(await dialog.findByRole('button', { name: 'Tentar de novo' }));
  refusals = { 'POST /exports': internal };
  await userEvent.click(await dialog.findByRole('button', { name: 'Tentar de novo' }));
  await dialog.findByText('Nenhuma ainda.');
  await userEvent.click(dialog.getByRole('button', { name: 'Exportar' }));
  await dialog.findByRole('alert');
  refusals = {};
  await userEvent.click(dialog.getByRole('button', { name: 'Exportar' }));
  await waitFor(async () => expect(await rows(dialog)).toHaveLength(1));
  expect(dialog.queryByRole('alert')).toBeNull();
  const keys = heard('POST /exports').map((one) => one.key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('a log that does not match its last signed head is said instead of a key', async () => {
  refusals = { 'GET /audit/head': { status: 409, body: { error: 'ERR_LOG_DIFFERS', message: '' } } };
  const dialog = await opens();
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'O registro não confere com o último topo assinado. Avise quem opera a instalação.',
  );
});

test('who may not export is not offered it', async () => {
  company.me = aUser({ profile: 'user' });
  await enterScreen('/settings', settingsScreen, usersFeature, usersScreen);
  await screen.findByText('Exigir a verificação em duas etapas');
  expect(screen.queryByRole('button', { name: 'Exportar tudo' })).toBeNull();
});
