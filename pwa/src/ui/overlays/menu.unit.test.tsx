import { OverlaysProvider } from '@blueprintjs/core';
import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startI18n } from '../../kernel/i18n/i18n.ts';
import { loadParts } from '../../kernel/loading/later.ts';
import { Button } from '../marks/button.tsx';
import { MenuButton, type MenuEntry } from './menu.tsx';
import '../../testing/queries.ts';

beforeAll(() => Promise.all([startI18n('pt'), loadParts()]));
afterEach(cleanup);

const entry = (label: string, more: Partial<Exclude<MenuEntry, 'separator'>> = {}): MenuEntry => ({
  id: label,
  label,
  run: () => undefined,
  ...more,
});
const show = (entries: MenuEntry[]) =>
  render(
    <OverlaysProvider>
      <MenuButton label="Opções" entries={entries}>
        {(trigger) => <Button {...trigger}>Mais</Button>}
      </MenuButton>
      <input aria-label="Nome" />
    </OverlaysProvider>,
  );
const button = () => screen.getByRole('button', { name: 'Mais' });
const focused = () => document.activeElement?.textContent;
const open = async (onto: string) => {
  button().focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(focused()).toBe(onto));
};
const closed = () => waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
const after = async (keys: string) => {
  await userEvent.keyboard(keys);
  return focused();
};

test('a menu is opened, used and closed by keyboard, and returns the focus', async () => {
  const run = jest.fn();
  show([entry('Agendar'), 'separator', entry('Transferir', { run })]);
  await open('Agendar');
  expect(button().ariaExpanded).toBe('true');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(run).toHaveBeenCalledTimes(1);
  await closed();
  await waitFor(() => expect(document.activeElement).toBe(button()));
  expect(button().ariaExpanded).toBe('false');
});

test('opened and closed within one frame, it does not take the focus back', async () => {
  show([entry('Agendar')]);
  button().focus();
  fireEvent.click(button());
  expect(focused()).toBe('Agendar');
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  screen.getByRole('textbox').focus();
  await closed();
  await act(() => new Promise<unknown>(requestAnimationFrame).then(() => undefined));
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

test('arrow keys wrap around, Home and End go to the ends, and disabled entries are skipped', async () => {
  show([
    entry('Agendar', { disabled: true }),
    entry('Editar'),
    'separator',
    entry('Devolver', { disabled: true }),
    entry('Sair'),
  ]);
  await open('Editar');
  expect(await after('{ArrowDown}')).toBe('Sair');
  expect(await after('{ArrowDown}')).toBe('Editar');
  expect(await after('{ArrowUp}')).toBe('Sair');
  expect(await after('{Home}')).toBe('Editar');
  expect(await after('{End}')).toBe('Sair');
  expect(await after('d')).toBe('Sair');
});

test('typed letters select an entry: one letter moves to the next entry with it, several select by name', async () => {
  show([entry('Transferir'), entry('Editar'), entry('Encerrar'), entry('Enviar')]);
  await open('Transferir');
  expect(await after('e')).toBe('Editar');
  expect(await after('e')).toBe('Encerrar');
  await userEvent.keyboard('{Escape}');
  await closed();
  await open('Transferir');
  expect(await after('env')).toBe('Enviar');
});

test('in a choice of one, the chosen entry is marked, and active when the menu opens', async () => {
  show([entry('português', { checked: false }), entry('English', { checked: true })]);
  await open('English');
  expect(screen.getAllByRole('menuitemradio').map(({ ariaChecked }) => ariaChecked)).toEqual(['false', 'true']);
  expect(screen.getAllByRole('menuitemradio').map(({ tabIndex }) => tabIndex)).toEqual([-1, -1]);
});

test('Tab closes it, and Escape returns the focus unless it has moved since', async () => {
  show([entry('Agendar')]);
  await open('Agendar');
  await userEvent.keyboard('{Tab}');
  await closed();
  await open('Agendar');
  await userEvent.keyboard('{Escape}');
  await closed();
  await waitFor(() => expect(document.activeElement).toBe(button()));
  await open('Agendar');
  await userEvent.keyboard('{Escape}');
  screen.getByRole('textbox').focus();
  await closed();
  await act(() => new Promise<unknown>(requestAnimationFrame).then(() => undefined));
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

test('while it is closed only its button is rendered, and again after it has closed', async () => {
  show([entry('Agendar')]);
  const layers = () => document.querySelectorAll('body > .bp6-portal').length;
  expect(layers()).toBe(0);
  await open('Agendar');
  expect(layers()).toBe(1);
  await userEvent.keyboard('{Escape}');
  await closed();
  await waitFor(() => expect(layers()).toBe(0));
});
