import { beforeEach, expect, test } from '@jest/globals';
import type { ImportSummary } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import '../contacts-screen/contacts-screen.screen.tsx'; // loaded before the first test
import { company, enter, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { aContact, at, idOf } from '../../testing/records.ts';
import type { Said } from '../../testing/server.ts';

const anImport = (n: number, more: Partial<ImportSummary> = {}): ImportSummary => ({
  id: idOf(9, n),
  status: 'finished',
  file: `lista ${n}.csv`,
  rows: 2_000,
  done: 2_000,
  counts: { created: 1_990, existing: 4, repeated: 1, refused: 5 },
  contactListId: null,
  user: { id: idOf(1, 1), name: 'Marina Alves' },
  createdAt: at(n),
  ...more,
});
const ran = (done: number) => ({ done, counts: { created: done, existing: 0, repeated: 0, refused: 0 } });
const fullView = (one: ImportSummary) => ({ ...one, columns: null, header: null, sample: [], sheets: [''], sheet: 0 });

let imports: ImportSummary[];
let refusal: Said | undefined;
withCompany();
beforeEach(() => {
  imports = [];
  refusal = undefined;
  company.answer = ({ call }) => {
    if (!call.startsWith('GET /imports')) return undefined;
    if (refusal) return refusal;
    if (call === 'GET /imports') return { body: { imports } };
    const one = imports.find(({ id }) => call === `GET /imports/${id}`);
    return one ? { body: fullView(one) } : { status: 404, body: { error: 'ERR_NO_IMPORT_FOUND', message: '' } };
  };
});

const show = async () => {
  const app = await enter('/contacts');
  await screen.findByRole('heading', { name: 'Contatos' });
  return app;
};
const openDialog = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Importar' }));
  return within(await screen.findByRole('dialog', { name: 'Importar contatos' }));
};

test('the recent imports say who sent them and what became of them; one that was never started is not among them', async () => {
  imports = [
    anImport(3, { status: 'read', ...ran(0) }),
    anImport(2, { status: 'cancelled', ...ran(800) }),
    anImport(1),
    anImport(4, { status: 'checked', user: null }),
  ];
  await show();
  const dialog = await openDialog();
  const [stopped, finished, checked, ...others] = (await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(others).toEqual([]);
  expect(stopped).toMatch(/lista 2\.csvMarina Alves · .*parada em 800 de 2\.000 linhas: 800 contatos criados/);
  expect(finished).toContain('1.990 contatos criados, 5 já existem, 5 não entram');
  expect(checked).toContain('2.000 linhas conferidas, ainda não importadas');
  expect(dialog.getByRole('button', { name: 'Baixar relatório de lista 1.csv' })).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Baixar relatório de lista 4.csv' })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Continuar: lista 4.csv' })).toBeTruthy();
});

test('without any it says so; a list that cannot be fetched can be asked for again', async () => {
  refusal = { status: 500, body: { error: 'ERR_INTERNAL', message: '' } };
  await show();
  const dialog = await openDialog();
  await dialog.findByRole('alert');
  refusal = undefined;
  await userEvent.click(dialog.getByRole('button', { name: 'Tentar de novo' }));
  await dialog.findByText('Nenhuma importação nos últimos 30 dias.');
});

test('an import that is not there any more leads back to the choice of a file', async () => {
  imports = [anImport(1)];
  await show();
  const dialog = await openDialog();
  const see = await dialog.findByRole('button', { name: 'Ver: lista 1.csv' });
  imports = [];
  await userEvent.click(see);
  await screen.findByText('Nenhuma importação encontrada.');
  expect(screen.getByRole('button', { name: 'Escolher arquivo' })).toBeTruthy();
});

test('a line tells of the import that runs, and of its end; new contacts make a colleague’s screen ask', async () => {
  const { push } = await show();
  await waitFor(() => expect(heard('GET /imports')).not.toHaveLength(0));
  expect(screen.queryByRole('region', { name: 'Importação em andamento' })).toBeNull();
  imports = [anImport(2, { status: 'importing', ...ran(0) }), anImport(1, { status: 'importing', ...ran(500) })];
  push('contact', 'create', aContact({ id: idOf(4, 8) }));
  const line = within(await screen.findByRole('region', { name: 'Importação em andamento' }));
  expect(line.getByText('500 de 2.000 linhas · mais 1 na fila')).toBeTruthy();
  expect(line.getByRole('progressbar', { name: 'Andamento de lista 1.csv' }).getAttribute('value')).toBe('500');
  imports = [anImport(1)];
  await screen.findByText('Importação concluída: 1.990 contatos criados', {}, { timeout: 6_000 });
  expect(screen.queryByRole('region', { name: 'Importação em andamento' })).toBeNull();
}, 15_000);

test('to stop an import is asked once, and says what stays and what is lost', async () => {
  imports = [anImport(1, { status: 'importing', ...ran(500) })];
  let isCancelled = false;
  const before = company.answer;
  company.answer = (asked) => {
    if (asked.call !== `POST /imports/${idOf(9, 1)}/cancel`) return before(asked);
    isCancelled = true;
    imports = [anImport(1, { status: 'cancelled', ...ran(520) })];
    return { body: fullView(imports[0]!) };
  };
  await show();
  await userEvent.click(await screen.findByRole('button', { name: 'Acompanhar' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Parar importação' }));
  const asks = within(await screen.findByRole('dialog', { name: 'Parar a importação?' }));
  expect(asks.getByText('500 contatos já criados ficam.')).toBeTruthy();
  expect(asks.getByText('1.500 linhas ainda não lidas não entram.')).toBeTruthy();
  expect(isCancelled).toBe(false);
  await userEvent.click(asks.getByRole('button', { name: 'Parar importação' }));
  await screen.findByText(/^Importação parada: 520 de 2\.000 linhas foram tratadas; as outras não entraram\./);
});

test('a file of more than 20 MB is refused before it is sent', async () => {
  await show();
  const dialog = await openDialog();
  const file = new File([], 'grande.xlsx');
  Object.defineProperty(file, 'size', { value: 20 * 1024 * 1024 + 1 });
  await userEvent.upload(dialog.getByLabelText('Escolher arquivo', { selector: 'input' }), file, { applyAccept: false });
  await dialog.findByText('O arquivo passa de 20 MB. Divida-o em partes ou salve como .csv.');
  expect(heard('POST /contacts/import')).toEqual([]);
});
