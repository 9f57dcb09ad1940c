import { beforeEach, expect, test } from '@jest/globals';
import type { UserView } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enter, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { aUser } from '../../testing/me.ts';
import { onPhone } from '../../testing/media.ts';
import { idOf } from '../../testing/records.ts';
import type { Said } from '../../testing/server.ts';
import './users.screen.tsx'; // loaded before the first test
import { feature as queuesFeature } from '../../flows/queues/queues.feature.ts';
import { feature as usersFeature } from './users.feature.ts';
import { feature as usersScreen } from './users.later.ts';

const me = aUser();
const sales = { id: idOf(4, 1), name: 'Vendas', color: '#2563EB' };
const support = { id: idOf(4, 2), name: 'Suporte', color: '#DB2777' };
const delivery = { id: idOf(7, 1), name: 'Entregas', color: '#7C7C7C' };
const user = (n: number, name: string, more: Partial<UserView> = {}): UserView => ({
  id: idOf(1, n),
  companyId: me.companyId,
  name,
  email: `${name.toLowerCase()}@casaipe.test`,
  profile: 'user',
  super: false,
  queueIds: [sales.id],
  queues: [sales],
  sectorId: delivery.id,
  sector: { id: delivery.id, name: delivery.name },
  online: false,
  availability: 'available',
  lastSeenAt: null,
  invitedAt: null,
  emailVerified: true,
  pendingEmail: null,
  profilePicUrl: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...more,
});
const at = { 'prosa-position': '100' };
let users: UserView[];
let secured: string[];
let refusal: Said | undefined;

/** Those of the screen and of what it shows. */
const features = [usersFeature, usersScreen, queuesFeature];

withCompany();
beforeEach(() => {
  company.me = me;
  refusal = undefined;
  secured = [];
  users = [
    user(11, 'Ana', { online: true }),
    user(12, 'Chefe', { super: true }),
    { ...user(13, 'Marina', { profile: 'admin', queueIds: [], queues: [], sectorId: null, sector: null }), id: me.id },
    user(14, 'Tais', { profile: 'supervisor' }),
  ];
  company.answer = ({ call, body }) => {
    if (call === 'GET /users/') return { body: { users, count: users.length, hasMore: false }, headers: at };
    if (call === 'GET /users/two-step') return { body: { users: secured.map((id) => ({ id })) }, headers: at };
    if (call === 'GET /sectors/') return { body: { sectors: [delivery], count: 1, hasMore: false }, headers: at };
    if (call === 'GET /queue') return { body: [sales, support], headers: at };
    if (!call.includes('/users') || call.startsWith('GET')) return undefined;
    return refusal ?? { status: 200, body: { ...(body as object), id: idOf(1, 99) }, headers: at };
  };
});

const open = async (button: string) => {
  await userEvent.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
};
const save = async (dialog: Awaited<ReturnType<typeof open>>) => userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
const pick = async (dialog: Awaited<ReturnType<typeof open>>, label: string, ...names: string[]) => {
  await userEvent.click(dialog.getByLabelText(label));
  for (const name of names) await userEvent.click(await screen.findByRole('option', { name }));
};
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('the list shows each user, and follows the pushes of users, queues and sectors', async () => {
  const { push } = await enterScreen('/users', ...features);
  expect(await screen.findByRole('row', { name: /Ana ana@casaipe.test Atendente Entregas Vendas Online/ })).toBeTruthy();
  expect(screen.getByRole('row', { name: /Marina .* Administrador Sem setor Nenhuma fila Offline/ })).toBeTruthy();
  push('user', 'update', user(11, 'Ana', { online: false }));
  expect(await screen.findByRole('row', { name: /Ana .* Offline/ })).toBeTruthy();
  push('user', 'update', user(11, 'Ana', { lastSeenAt: '2026-01-02T15:04:00.000Z' }));
  expect(await screen.findByRole('row', { name: /Ana .* Offline · visto 02\/01\/2026/ })).toBeTruthy();
  push('user', 'update', user(11, 'Ana', { online: true, availability: 'busy' }));
  expect(await screen.findByRole('row', { name: /Ana .* Vendas Ocupado/ })).toBeTruthy();
  push('user', 'update', user(11, 'Ana', { online: false, availability: 'busy' }));
  expect(await screen.findByRole('row', { name: /Ana .* Vendas Offline/ })).toBeTruthy();
  push('queue', 'update', { ...sales, name: 'Loja' });
  push('sector', 'update', { ...delivery, name: 'Expedição' });
  expect(await screen.findByRole('row', { name: /Ana .* Expedição Loja/ })).toBeTruthy();
  push('sector', 'delete', { id: delivery.id });
  expect(await screen.findByRole('row', { name: /Ana .* Sem setor Loja/ })).toBeTruthy();
});

test('a column’s head orders the list, the address keeps it, and its pages follow the cursor', async () => {
  const asked = () => heard('GET /users/').map(({ query }) => Object.fromEntries(query));
  company.answer = ({ call, query }) => {
    if (call !== 'GET /users/') return undefined;
    const isFirst = query.get('cursor') === null;
    const inEmails = query.get('orderBy') === 'email' && isFirst;
    return {
      body: {
        users: isFirst ? users.slice(0, 2) : users.slice(2),
        count: 4,
        hasMore: inEmails,
        cursor: inEmails ? 'next' : null,
      },
      headers: at,
    };
  };
  const { router } = await enterScreen('/users', ...features);
  const head = () => screen.getByRole('columnheader', { name: 'Nome E-mail' });
  await screen.findByRole('row', { name: /^Ana/ });
  expect([head().getAttribute('aria-sort'), router.state.location.search]).toEqual(['ascending', '']);
  expect(screen.getByRole('columnheader', { name: 'Setor' }).hasAttribute('aria-sort')).toBe(false);
  await userEvent.click(within(head()).getByRole('button', { name: 'E-mail' }));
  await screen.findByRole('row', { name: /^Tais/ });
  expect([head().getAttribute('aria-sort'), router.state.location.search]).toEqual(['ascending', '?orderBy=email&direction=asc']);
  await userEvent.click(within(head()).getByRole('button', { name: 'E-mail' }));
  await waitFor(() => expect(asked()).toHaveLength(5));
  expect(head().getAttribute('aria-sort')).toBe('descending');
  expect(asked()).toEqual([
    { orderBy: 'name', direction: 'asc' },
    { orderBy: 'email', direction: 'asc' },
    { orderBy: 'email', direction: 'asc', cursor: 'next' },
    { orderBy: 'email', direction: 'desc' },
    { orderBy: 'email', direction: 'desc', cursor: 'next' },
  ]);
});

test('an address tells the order; on a phone it is chosen in a menu', async () => {
  onPhone();
  const { router } = await enterScreen('/users?orderBy=email&direction=desc', ...features);
  await userEvent.click(await screen.findByRole('button', { name: 'Ordem: E-mail, de Z a A' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Nome, de A a Z' }));
  await screen.findByRole('button', { name: 'Ordem: Nome, de A a Z' });
  expect(router.state.location.search).toBe('');
});

test('a new user has all fields, with the profile preset; what is missing or wrong is said at its field', async () => {
  await enterScreen('/users', ...features);
  const dialog = await open('Novo usuário');
  expect(dialog.getByLabelText('Perfil').textContent).toContain('Atendente');
  // An invitation comes first; whoever types a password has chosen that.
  expect(dialog.getAllByRole<HTMLInputElement>('radio').map(({ checked, labels }) => [labels![0]!.textContent, checked])).toEqual(
    [
      ['Convidar por e-mail', true],
      ['Digitar uma senha', false],
    ],
  );
  await userEvent.click(dialog.getByLabelText('Digitar uma senha'));
  await save(dialog);
  expect(await dialog.findAllByText('Required')).toHaveLength(3);
  await userEvent.click(dialog.getByLabelText('Convidar por e-mail'));
  await userEvent.type(dialog.getByLabelText('Nome'), 'B');
  await userEvent.type(dialog.getByLabelText('E-mail'), 'abc');
  await userEvent.type(dialog.getByLabelText('Senha'), 'quat');
  expect(await dialog.findAllByText('Too Short!')).toHaveLength(2);
  expect(dialog.getByText('Invalid email')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Nome'), 'runo');
  await userEvent.type(dialog.getByLabelText('E-mail'), '@casaipe.test');
  await userEvent.type(dialog.getByLabelText('Senha'), 'r');
  await pick(dialog, 'Perfil', 'Administrador');
  await pick(dialog, 'Setor', 'Entregas');
  await pick(dialog, 'Filas', 'Vendas', 'Suporte');
  await save(dialog);
  await isGone();
  expect(heard('POST /users').map(({ body }) => body)).toEqual([
    {
      name: 'Bruno',
      email: 'abc@casaipe.test',
      password: 'quatr',
      profile: 'admin',
      sectorId: delivery.id,
      queueIds: [sales.id, support.id],
    },
  ]);
  expect(await screen.findByText('Usuário salvo com sucesso!')).toBeTruthy();
});

test('a change sends only what was changed; a blank password stays the same', async () => {
  await enterScreen('/users', ...features);
  const dialog = await open('Editar Ana');
  expect(dialog.getByLabelText('Senha')).toBeTruthy();
  expect(dialog.queryByLabelText('Senha atual')).toBeNull();
  expect(dialog.getByLabelText('A sua senha')).toBeTruthy();
  await pick(dialog, 'Setor', 'Sem setor');
  await save(dialog);
  await isGone();
  const other = await open('Editar Tais');
  await userEvent.click(other.getByLabelText('Senha'));
  await userEvent.paste('x'.repeat(51));
  await save(other);
  expect(await other.findByText('Too Long!')).toBeTruthy();
  await userEvent.clear(other.getByLabelText('Senha'));
  await userEvent.type(other.getByLabelText('Nome'), ' P');
  await save(other);
  await isGone();
  expect(heard().flatMap(({ call, body }) => (call.startsWith('PUT /users') ? [body] : []))).toEqual([
    { sectorId: null, seenAt: '2026-01-01T00:00:00.000Z' },
    { name: 'Tais P', seenAt: '2026-01-01T00:00:00.000Z' },
  ]);
});

test('what somebody else changes meanwhile comes into the open form, and nothing of it is overwritten without a word', async () => {
  const { push } = await enterScreen('/users', ...features);
  const dialog = await open('Editar Ana');
  await userEvent.type(dialog.getByLabelText('Nome'), ' Lima');
  const theirs = user(11, 'Ana Clara', { email: 'clara@casaipe.test', updatedAt: '2026-01-02T00:00:00.000Z' });
  push('user', 'update', theirs);
  await waitFor(() => expect((dialog.getByLabelText('E-mail') as HTMLInputElement).value).toBe('clara@casaipe.test'));
  expect((dialog.getByLabelText('Nome') as HTMLInputElement).value).toBe('Ana Lima');
  expect(dialog.getByText('Outra pessoa acaba de mudar este campo. Salvar fica com o seu.')).toBeTruthy();
  refusal = { status: 409, body: { error: 'ERR_CHANGED_MEANWHILE', message: '' } };
  await save(dialog);
  expect(await dialog.findByText(/Outra pessoa mudou este registro agora mesmo/)).toBeTruthy();
  push('user', 'update', { ...theirs, updatedAt: '2026-01-03T00:00:00.000Z' });
  refusal = undefined;
  await save(dialog);
  await isGone();
  expect(heard(`PUT /users/${idOf(1, 11)}`).map(({ body }) => body)).toEqual([
    { name: 'Ana Lima', seenAt: '2026-01-02T00:00:00.000Z' },
    { name: 'Ana Lima', seenAt: '2026-01-03T00:00:00.000Z' },
  ]);
});

test('whoever changes their own password names the current one', async () => {
  await enterScreen('/users', ...features);
  const dialog = await open('Editar Marina');
  await userEvent.type(dialog.getByLabelText('Senha'), 'outra-senha');
  refusal = {
    status: 400,
    body: { error: 'ERR_VALIDATION', message: '', fields: { currentPassword: 'A senha atual não confere.' } },
  };
  await userEvent.type(dialog.getByLabelText('Senha atual'), 'errada');
  await save(dialog);
  expect(await dialog.findByText('A senha atual não confere.')).toBeTruthy();
  expect(heard(`PUT /users/${me.id}`).map(({ body }) => body)).toEqual([
    { password: 'outra-senha', currentPassword: 'errada', seenAt: '2026-01-01T00:00:00.000Z' },
  ]);
});

test('an e-mail that somebody has is refused at its field', async () => {
  await enterScreen('/users', ...features);
  const dialog = await open('Editar Ana');
  await userEvent.type(dialog.getByLabelText('E-mail'), '.br');
  refusal = { status: 409, body: { error: 'ERR_DUPLICATED_EMAIL', message: '' } };
  await save(dialog);
  expect(await dialog.findByText('Já existe um usuário com este e-mail.', { selector: '.field .error' })).toBeTruthy();
});

test('supervisors stay supervisors, but the form makes nobody else one', async () => {
  await enterScreen('/users', ...features);
  const options = async (button: string) => {
    const dialog = await open(button);
    await userEvent.click(dialog.getByLabelText('Perfil'));
    const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }));
    await isGone();
    return names;
  };
  expect(await options('Editar Ana')).toEqual(['Atendente', 'Administrador', 'Auditor']);
  expect(await options('Editar Tais')).toEqual(['Atendente', 'Administrador', 'Supervisor', 'Auditor']);
});

test('an auditor is chosen with a line that says what they do, and has no queues', async () => {
  await enterScreen('/users', ...features);
  const dialog = await open('Editar Ana');
  expect(dialog.getByText('Filas')).toBeTruthy();
  await pick(dialog, 'Perfil', 'Auditor');
  expect(await dialog.findByText(/Não altera nada, não atende/)).toBeTruthy();
  expect(dialog.queryByText('Filas')).toBeNull();
  await save(dialog);
  await isGone();
  expect(heard(`PUT /users/${idOf(1, 11)}`).map(({ body }) => body)).toEqual([
    { profile: 'auditor', queueIds: [], seenAt: '2026-01-01T00:00:00.000Z' },
  ]);
});

test('an auditor reads the list, and asks for nothing of how anybody signs in', async () => {
  company.me = { ...me, profile: 'auditor' };
  await enterScreen('/users', ...features);
  expect(await screen.findByRole('row', { name: /Ana ana@casaipe.test Atendente/ })).toBeTruthy();
  for (const name of [/^Novo/, /^Editar/, /^Excluir/]) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(heard('GET /users/two-step')).toEqual([]);
});

test('nobody deletes themselves, and only platform-level users change such', async () => {
  await enterScreen('/users', ...features);
  await screen.findByRole('button', { name: 'Editar Marina' });
  for (const name of ['Excluir Marina', 'Editar Chefe', 'Excluir Chefe'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Excluir Ana' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/voltam para as filas/)).toBeTruthy();
});

test('the two-step sign-in of another user is reset after a question; of platform-level users only by such', async () => {
  users = [user(11, 'Ana'), user(12, 'Chefe', { super: true }), user(14, 'Tais')];
  secured = [idOf(1, 11), idOf(1, 12)];
  await enterScreen('/users', ...features);
  const dialog = await open('Redefinir a verificação em duas etapas de Ana');
  for (const name of ['Chefe', 'Tais'])
    expect(screen.queryByRole('button', { name: `Redefinir a verificação em duas etapas de ${name}` })).toBeNull();
  refusal = { status: 404, body: { error: 'ERR_NO_USER_FOUND', message: '' } };
  await userEvent.type(dialog.getByLabelText('A sua senha'), 'prosa-demo');
  await userEvent.click(dialog.getByRole('button', { name: 'Redefinir' }));
  await dialog.findByText('Nenhum usuário encontrado com este número.');
  refusal = { status: 200, body: null, headers: at };
  await userEvent.click(dialog.getByRole('button', { name: 'Redefinir' }));
  await isGone();
  const own = { currentPassword: 'prosa-demo' };
  expect(heard(`DELETE /users/${idOf(1, 11)}/two-step`).map(({ body }) => body)).toEqual([own, own]);
});

test.each(['user', 'supervisor'] as const)('a %s comes to the tickets instead', async (profile) => {
  company.me = aUser({ profile });
  await enter('/users');
  await screen.findByRole('navigation', { name: 'Principal' });
  await waitFor(() => expect(document.title).toContain('Atendimentos'));
  expect(screen.queryByRole('link', { name: 'Usuários' })).toBeNull();
  expect(heard('GET /users/')).toEqual([]);
});

test('on a phone a row has name, presence and profile, its acts are in a menu', async () => {
  onPhone();
  await enterScreen('/users', ...features);
  const row = (await screen.findAllByRole('listitem')).find(({ textContent }) => textContent?.includes('Ana'))!;
  expect(row.textContent).toContain('AnaOnlineAtendente · Entregas');
  // Whom only the platform changes has nothing but a history.
  await userEvent.click(screen.getByRole('button', { name: 'Ações de Chefe' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Histórico']);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  await userEvent.click(within(row).getByRole('button', { name: 'Ações de Ana' }));
  expect(await screen.findByRole('menuitem', { name: 'Excluir' })).toBeTruthy();
});
