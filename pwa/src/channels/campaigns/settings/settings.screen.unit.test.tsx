import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { heard, withCompany } from '../../../desk/tickets/screen.fixture.tsx';
import { enterCampaigns, known, withCampaigns } from '../campaigns.fixture.ts';

withCompany();
withCampaigns();

const CALL = 'POST /campaign-settings';
const choice = (name: string) => screen.findByRole('button', { name: new RegExp(name) });
const options = async (name: string) => {
  await userEvent.click(await choice(name));
  const texts = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  return texts;
};
const save = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(heard(CALL)).toHaveLength(1));
  return (heard(CALL)[0]!.body as { settings: unknown }).settings;
};
const add = async (key: string, value: string) => {
  await userEvent.type(screen.getByLabelText('Nome'), key);
  if (value) await userEvent.type(screen.getByLabelText('Conteúdo'), value);
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar' }));
};

test('the intervals are those of the specification, and a fresh company has its defaults', async () => {
  await enterCampaigns('/campaigns-config');
  expect((await choice('Intervalo randômico')).textContent).toBe('120 segundos');
  expect((await choice('Intervalo maior após')).textContent).toBe('60 mensagens');
  expect((await choice('Intervalo de disparo maior')).textContent).toBe('180 segundos');
  const seconds = (all: number[]) => ['Sem intervalo', ...all.map((count) => `${count} segundos`)];
  expect(await options('Intervalo randômico')).toEqual(seconds([5, 10, 15, 120]));
  expect(await options('Intervalo maior após')).toEqual([
    'Não definido',
    ...[5, 10, 15, 60].map((count) => `${count} mensagens`),
  ]);
  expect(await options('Intervalo de disparo maior')).toEqual(seconds([20, 30, 40, 50, 180]));
});

test('a variable that is there already is ignored, what is no name is refused, and all is saved together', async () => {
  await enterCampaigns('/campaigns-config');
  await screen.findByText('Nenhuma variável ainda.');
  await add('loja', 'Casa Ipê');
  await add('loja', 'Outra');
  expect(await screen.findByText('{loja} já existe: o novo foi ignorado')).toBeTruthy();
  const variables = within(screen.getByRole('list', { name: 'Variáveis' }));
  expect(variables.getAllByRole('textbox').map((field) => (field as HTMLInputElement).value)).toEqual(['Casa Ipê']);
  await add('Não Vale', 'x');
  expect(await screen.findByText('Use letras minúsculas sem acento, números e _')).toBeTruthy();
  await userEvent.clear(screen.getByLabelText('Nome'));
  await add('nome', '');
  expect(await screen.findByText('Este nome já é do contato')).toBeTruthy();
  await userEvent.clear(screen.getByLabelText('Nome'));
  await userEvent.clear(screen.getByLabelText('Conteúdo'));
  await userEvent.click(await choice('Intervalo randômico'));
  await userEvent.click(await screen.findByRole('option', { name: '5 segundos' }));
  expect(await save()).toEqual({
    messageInterval: 5,
    longerIntervalAfter: 60,
    greaterInterval: 180,
    variables: [{ key: 'loja', value: 'Casa Ipê' }],
  });
  expect(await screen.findByText('Configurações salvas')).toBeTruthy();
});

test('a variable that is typed and not added is saved too, or said to be none', async () => {
  await enterCampaigns('/campaigns-config');
  await screen.findByText('Nenhuma variável ainda.');
  await userEvent.type(screen.getByLabelText('Conteúdo'), 'Casa Ipê');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Dê um nome à variável, ou apague o conteúdo.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Nome'), 'Não');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Use letras minúsculas sem acento, números e _')).toBeTruthy();
  expect(heard(CALL)).toEqual([]);
  await userEvent.clear(screen.getByLabelText('Nome'));
  await userEvent.type(screen.getByLabelText('Nome'), 'loja');
  expect(await save()).toMatchObject({ variables: [{ key: 'loja', value: 'Casa Ipê' }] });
  expect((screen.getByLabelText('Nome') as HTMLInputElement).value).toBe('');
});

test('a variable is removed; what others save meanwhile is shown', async () => {
  known.settings = { ...known.settings, variables: [{ key: 'loja', value: 'Casa Ipê' }] };
  const { push } = await enterCampaigns('/campaigns-config');
  await userEvent.click(await screen.findByRole('button', { name: 'Remover {loja}' }));
  expect(await save()).toMatchObject({ variables: [] });
  push('campaign-settings', 'update', { ...known.settings, messageInterval: 10, id: 'x' });
  await waitFor(async () => expect((await choice('Intervalo randômico')).textContent).toBe('10 segundos'));
});
