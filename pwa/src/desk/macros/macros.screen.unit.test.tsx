import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { feature as queuesFeature } from '../../flows/queues/queues.feature.ts';
import { feature as usersFeature } from '../../people/users/users.feature.ts';
import { idOf } from '../../testing/records.ts';
import { feature as quickMessagesFeature } from '../quick-messages/quick-messages.feature.ts';
import { feature as tagsFeature } from '../tags/tags.feature.ts';
import { company, deliveries, enterScreen, heard, withCompany } from '../tickets/screen.fixture.tsx';
import './macros.screen.tsx'; // loaded before the first test
import { feature as macrosScreen } from './macros.later.ts';

const at = { 'prosa-position': '100' };
const exchange = {
  id: idOf(7, 1),
  name: 'Troca agendada',
  shortcode: 'troca-agendada',
  userId: null,
  acts: [
    { do: 'message', text: 'Fica para {{dia}}.' },
    { do: 'tags', tagIds: [idOf(5, 1)] },
    { do: 'queue', queueId: deliveries.id },
    { do: 'user', userId: idOf(1, 99) },
    { do: 'resolve' },
  ],
};

withCompany();
beforeEach(() => {
  company.answer = ({ call, body }) => {
    if (call === 'GET /macros/') return { body: { macros: [exchange], count: 1, hasMore: false }, headers: at };
    if (call === 'GET /quick-messages/list') return { body: { quickMessages: [], count: 0, hasMore: false }, headers: at };
    if (call.startsWith('PUT /macros')) return { body: { ...exchange, ...(body as object) }, headers: at };
    if (call === 'POST /macros') return { status: 201, body: { ...(body as object), id: idOf(7, 2) }, headers: at };
    return undefined;
  };
});
const open = (address = '/macros') =>
  enterScreen(address, macrosScreen, tagsFeature, queuesFeature, usersFeature, quickMessagesFeature);
const add = async (kind: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar ato' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: kind }));
};

test('the list shows the acts, those that cannot be done as such, and follows the pushes', async () => {
  const { push } = await open();
  const row = await screen.findByRole('row', { name: /Troca agendada \/troca-agendada/ });
  await within(row).findByText('Garantia');
  await within(row).findByText('atendente excluído');
  expect(within(row).getAllByText(/não pode ser feito/)).toHaveLength(2); // and what follows the queue without anybody
  push('macro', 'update', { ...exchange, name: 'Troca', acts: [{ do: 'snooze', until: 'thursday', time: '08:30' }] });
  expect(await screen.findByRole('row', { name: /Troca \/troca-agendada qui\., 08:30/ })).toBeTruthy();
});

test('acts are added before the one that resolves, ordered, changed and removed', async () => {
  await open('/macros?new');
  const dialog = within(await screen.findByRole('dialog', { name: 'Nova macro' }));
  await userEvent.type(dialog.getByLabelText('Nome'), 'Fim de troca');
  await userEvent.type(dialog.getByLabelText('Atalho'), 'fim');
  await userEvent.click(dialog.getByRole('button', { name: 'Toda a equipe' }));
  await add('Resolver');
  await add('Mensagem');
  const message = await dialog.findByLabelText('Mensagem');
  await waitFor(() => expect(document.activeElement).toBe(message));
  await userEvent.click(message);
  await userEvent.paste('Até {{dia}}!');
  expect(dialog.getByText('{{dia}}: perguntado ao aplicar')).toBeTruthy();
  await add('Adiar');
  await userEvent.click(await dialog.findByLabelText('Adiar'));
  await userEvent.click(await screen.findByRole('option', { name: 'quinta-feira' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Subir o ato 2, Adiar' }));
  expect(dialog.queryByRole('button', { name: /Subir o ato 3/ })).toBeNull();
  await add('Fila');
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  expect((await dialog.findAllByText('Obrigatório')).length).toBeGreaterThan(0);
  expect(heard('POST /macros')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Tirar o ato 3, Fila' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(heard('POST /macros')).toHaveLength(1));
  expect(heard('POST /macros')[0]?.body).toEqual({
    name: 'Fim de troca',
    shortcode: 'fim',
    userId: null,
    acts: [{ do: 'snooze', until: 'thursday', time: '09:00' }, { do: 'message', text: 'Até {{dia}}!' }, { do: 'resolve' }],
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an act whose attendant is gone says so; a new name leaves the acts alone; a taken word is said at its field', async () => {
  company.answer = ((before) => async (asked) => {
    const { shortcode } = (asked.body ?? {}) as { shortcode?: string };
    if (asked.call.startsWith('PUT /macros') && shortcode === 'pix')
      return { status: 409, body: { error: 'ERR_SHORTCUT_TAKEN', message: '', fields: { shortcode: 'Taken' } } };
    return before(asked);
  })(company.answer);
  await open();
  await userEvent.click(await screen.findByRole('button', { name: /^Editar Troca agendada/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar macro' }));
  expect(await dialog.findByText('Não atende mais aqui. Escolha outra pessoa ou tire este ato.')).toBeTruthy();
  const word = dialog.getByLabelText('Atalho');
  await userEvent.clear(word);
  await userEvent.type(word, 'pix');
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(word.getAttribute('aria-invalid')).toBe('true'));
  expect((await dialog.findAllByText('Já existe uma macro ou resposta rápida com este atalho.')).length).toBeGreaterThan(0);
  await userEvent.clear(word);
  await userEvent.type(word, 'outro');
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(heard(`PUT /macros/${exchange.id}`)).toHaveLength(2));
  expect(heard(`PUT /macros/${exchange.id}`)[1]?.body).toEqual({ shortcode: 'outro' });
});

test('ten acts are the most', async () => {
  company.answer = (
    (before) => async (asked) =>
      asked.call === 'GET /macros/'
        ? {
            body: {
              macros: [{ ...exchange, acts: Array.from({ length: 10 }, () => ({ do: 'observation', text: 'Ligar' })) }],
              count: 1,
              hasMore: false,
            },
            headers: at,
          }
        : before(asked)
  )(company.answer);
  await open();
  await userEvent.click(await screen.findByRole('button', { name: /^Editar Troca agendada/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar macro' }));
  expect(dialog.getByText('Uma macro tem no máximo 10 atos')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Adicionar ato' })).toBeNull();
});
