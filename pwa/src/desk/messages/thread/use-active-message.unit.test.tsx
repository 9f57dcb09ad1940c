import { expect, test } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { withMedia } from '../../../testing/media.ts';
import { enter, openTicket, withCompany } from '../../tickets/screen.fixture.tsx';

withCompany();

const message = async () => {
  await enter(`/tickets/${openTicket.id}`);
  return (await within(await screen.findByRole('log')).findByText('Bom dia, tudo bem?')).closest('li')!;
};
const tools = () => screen.queryByRole('button', { name: 'Mais opções da mensagem' });

test('the pointer over a message shows its tools', async () => {
  fireEvent.mouseOver(await message());
  expect(tools()).not.toBeNull();
});

test('without a hovering pointer a long press shows them, not the place where a finger was last', async () => {
  withMedia((query) => query === '(hover: none)');
  const pressed = await message();
  fireEvent.mouseOver(pressed);
  expect(tools()).toBeNull();
  fireEvent.touchStart(pressed);
  await screen.findByRole('button', { name: 'Mais opções da mensagem' });
  fireEvent.touchEnd(pressed);
  fireEvent.mouseOver(screen.getByRole('log'));
  expect(tools()).not.toBeNull();
  fireEvent.touchStart(screen.getByRole('log'));
  expect(tools()).toBeNull();
});
