import { OverlaysProvider } from '@blueprintjs/core';
import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { startI18n } from '../../kernel/i18n/i18n.ts';
import { loadParts } from '../../kernel/loading/later.ts';
import { Dialog } from './dialog.tsx';
import { MultiSelect, Select } from './select.tsx';
import '../../testing/queries.ts';

beforeAll(() => Promise.all([startI18n('pt'), loadParts()]));
afterEach(cleanup);

const items = ['Entregas', 'Pós-venda', 'Vendas'].map((name) => ({ id: name, name, color: '#2563EB' }));
const field = () => screen.findByRole('combobox');
/** The active option by the field's ARIA attribute, which must also be the visibly active one. */
const active = () => {
  const said = document.getElementById(screen.getByRole('combobox').getAttribute('aria-activedescendant') ?? '');
  expect(said?.className).toBe('is-active');
  expect(document.querySelectorAll('.is-active')).toHaveLength(1);
  return said?.textContent;
};
const chosen = () => screen.getAllByRole('option').map(({ ariaSelected }) => ariaSelected === 'true');

const One = ({ onChoose, start = null }: { onChoose: (id: string) => void; start?: string | null }) => (
  <Select label="Fila" items={items} chosen={start} onChoose={onChoose} />
);
const Several = () => {
  const [ids, setIds] = useState(['Vendas']);
  // New objects on each render, as from a selector.
  return (
    <MultiSelect label="Filas" items={items.map((item) => ({ ...item }))} chosen={ids} onChoose={setIds}>
      {ids.length} filas
    </MultiSelect>
  );
};

test('an option is chosen by typing', async () => {
  const choose = jest.fn();
  render(<One onChoose={choose} />, { wrapper: OverlaysProvider });
  await userEvent.click(screen.getByRole('button', { name: /^Fila: / }));
  await userEvent.type(await field(), 'pos');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Pós-venda']);
  await userEvent.keyboard('{Enter}');
  expect(choose).toHaveBeenCalledWith('Pós-venda');
});

test('its field controls the list and exposes the active and the chosen option; the focus returns to the button', async () => {
  const choose = jest.fn();
  render(<One onChoose={choose} start="Vendas" />, { wrapper: OverlaysProvider });
  const button = screen.getByRole('button', { name: 'Fila: Vendas' });
  button.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(await field()).toBe(document.activeElement);
  expect(button.ariaExpanded).toBe('true');
  expect((await field()).getAttribute('aria-controls')).toBe(screen.getByRole('listbox', { name: 'Fila' }).id);
  expect(chosen()).toEqual([false, false, true]);
  expect(active()).toBe('Entregas');
  await userEvent.keyboard('{ArrowUp}');
  expect(active()).toBe('Vendas');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()).toBe('Pós-venda');
  await userEvent.type(await field(), 'e');
  expect(active()).toBe('Entregas'); // a new query activates the first option
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(choose).toHaveBeenCalledTimes(1);
  expect(choose).toHaveBeenCalledWith('Pós-venda');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('a choice of several stays open, at its scroll position, while choosing', async () => {
  render(<Several />, { wrapper: OverlaysProvider });
  await userEvent.click(screen.getByRole('button', { name: '1 filas' }));
  await field();
  expect(screen.getByRole('listbox').ariaMultiSelectable).toBe('true');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(chosen()).toEqual([false, true, true]);
  expect(active()).toBe('Pós-venda');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(chosen()).toEqual([false, true, false]);
  await userEvent.hover(screen.getByRole('option', { name: 'Entregas' }));
  expect(active()).toBe('Entregas');
});

test('in a dialog Escape closes the list and not the dialog, and Enter does not submit its form', async () => {
  const send = jest.fn();
  const close = jest.fn();
  const choose = jest.fn();
  render(
    <Dialog title="Transferir" isOpen onClose={close} onSubmit={send}>
      <One onChoose={choose} />
    </Dialog>,
    { wrapper: OverlaysProvider },
  );
  const button = await screen.findByRole('button', { name: /^Fila: / });
  await userEvent.click(button);
  await field();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  expect(close).not.toHaveBeenCalled();
  await waitFor(() => expect(document.activeElement).toBe(button));
  await userEvent.click(button);
  await field();
  await userEvent.keyboard('{Enter}');
  expect(choose).toHaveBeenCalledWith('Entregas');
  expect(send).not.toHaveBeenCalled();
  await waitFor(() => expect(document.activeElement).toBe(button));
  await userEvent.keyboard('{Escape}');
  expect(close).toHaveBeenCalledTimes(1);
});
