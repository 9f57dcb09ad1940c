import { OverlaysProvider } from '@blueprintjs/core';
import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { startI18n } from '../../kernel/i18n/i18n.ts';
import { Dialog } from '../overlays/dialog.tsx';
import { ComboBox } from './combo-box.tsx';
import { Field } from './field.tsx';
import '../../testing/queries.ts';

beforeAll(() => startI18n('pt'));
afterEach(cleanup);

const people = ['Ana', 'Isabela', 'Rafael'];
const choose = jest.fn();
const send = jest.fn();
const close = jest.fn();

const Finder = () => {
  const [query, setQuery] = useState('');
  const found = query === '' ? null : people.filter((name) => name.toLowerCase().includes(query));
  return (
    <Dialog title="Novo" isOpen onClose={close} onSubmit={send}>
      <Field label="Contato">
        {(control) => (
          <ComboBox
            control={control}
            label="Contatos"
            query={query}
            onQuery={setQuery}
            items={found}
            itemKey={(name) => name}
            render={(name) => name}
            onChoose={choose}
          />
        )}
      </Field>
    </Dialog>
  );
};
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

test('a combo box exposes whether it is open and the active option; Escape closes the results first, then what is around', async () => {
  render(<Finder />, { wrapper: OverlaysProvider });
  const field = await screen.findByRole('combobox', { name: 'Contato' });
  const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
  expect(field.ariaExpanded).toBe('false');
  expect(active()).toBeUndefined();
  await userEvent.type(field, 'a');
  expect(field.ariaExpanded).toBe('true');
  expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox', { name: 'Contatos' }).id);
  expect(options()).toEqual(people);
  expect(active()).toBe('Ana');
  await userEvent.keyboard('{ArrowUp}');
  expect(active()).toBe('Rafael');

  await userEvent.keyboard('{Escape}');
  expect([field.ariaExpanded, active(), options()]).toEqual(['false', undefined, []]);
  expect(close).not.toHaveBeenCalled();
  await userEvent.keyboard('{ArrowDown}');
  expect(options()).toEqual(people);
  expect(choose).not.toHaveBeenCalled();

  await userEvent.keyboard('{Enter}');
  expect(choose).toHaveBeenCalledTimes(1);
  expect(send).not.toHaveBeenCalled();
  expect(options()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  expect(close).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('{Enter}'); // nothing is open: Enter submits the form
  expect(choose).toHaveBeenCalledTimes(1);
});

test('an empty result is announced, and if the active option disappears the first one becomes active', async () => {
  render(<Finder />, { wrapper: OverlaysProvider });
  const field = await screen.findByRole('combobox', { name: 'Contato' });
  await userEvent.type(field, 'a');
  await userEvent.keyboard('{ArrowUp}');
  await userEvent.type(field, 'n');
  expect(options()).toEqual(['Ana']);
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id);
  await userEvent.type(field, 'x');
  expect(options()).toEqual([]);
  expect(screen.getByText('Nada encontrado')).toBeTruthy();
  expect(field.getAttribute('aria-activedescendant')).toBeNull();
});
