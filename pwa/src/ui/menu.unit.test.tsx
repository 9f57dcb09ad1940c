import { OverlaysProvider } from '@blueprintjs/core';
import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startI18n } from '../i18n/i18n.ts';
import { Button } from './button.tsx';
import { MenuButton } from './menu.tsx';
import { Select } from './select.tsx';

beforeAll(() => startI18n('pt'));
afterEach(cleanup);

test('a menu is opened, walked and used by keyboard, and gives the focus back', async () => {
  const run = jest.fn();
  render(
    <OverlaysProvider>
      <MenuButton
        label="Opções"
        entries={[{ id: 'a', label: 'Agendar', run: () => undefined }, 'separator', { id: 't', label: 'Transferir', run }]}
      >
        {(trigger) => <Button {...trigger}>Mais</Button>}
      </MenuButton>
    </OverlaysProvider>,
  );
  screen.getByRole('button', { name: 'Mais' }).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Agendar'));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(run).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

test('a select is chosen from by typing', async () => {
  const choose = jest.fn();
  const items = ['Entregas', 'Pós-venda', 'Vendas'].map((name) => ({ id: name, name, color: '#2563EB' }));
  render(
    <OverlaysProvider>
      <Select label="Fila" items={items} chosen={null} onChoose={choose} />
    </OverlaysProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: /^Fila: / }));
  await userEvent.type(await screen.findByRole('combobox'), 'pos');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Pós-venda']);
  await userEvent.keyboard('{Enter}');
  expect(choose).toHaveBeenCalledWith('Pós-venda');
});
