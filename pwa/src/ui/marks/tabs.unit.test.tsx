import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Segmented, Tabs } from './tabs.tsx';

afterEach(cleanup);

const items = ['Abertos', 'Fechados', 'Busca'].map((label) => ({ id: label, label }));

test.each([
  ['tabs', Tabs],
  ['segments', Segmented],
])('%s have a name and one Tab stop; arrow keys, Home and End choose', async (_, Choices) => {
  const Chosen = () => {
    const [chosen, choose] = useState('Abertos');
    return <Choices label="Situação" items={items} chosen={chosen} onChoose={choose} idPrefix="tickets" />;
  };
  render(<Chosen />);
  const tabs = screen.getAllByRole('tab');
  const after = async (keys: string) => {
    await userEvent.keyboard(keys);
    return chosen();
  };
  /** Only the chosen tab is a Tab stop, and here it has the focus. */
  const chosen = () => {
    expect(tabs.map(({ ariaSelected }) => ariaSelected === 'true')).toEqual(tabs.map((tab) => tab === document.activeElement));
    expect(tabs.map(({ tabIndex }) => tabIndex === 0)).toEqual(tabs.map((tab) => tab === document.activeElement));
    return document.activeElement?.textContent;
  };
  expect(screen.getByRole('tablist', { name: 'Situação' }).contains(tabs[0]!)).toBe(true);
  expect(tabs.map(({ id }) => id)).toEqual(['tickets-Abertos', 'tickets-Fechados', 'tickets-Busca']);
  expect(await after('{Tab}')).toBe('Abertos');
  expect(await after('{ArrowLeft}')).toBe('Busca');
  expect(await after('{ArrowRight}')).toBe('Abertos');
  expect(await after('{End}')).toBe('Busca');
  expect(await after('{Home}')).toBe('Abertos');
  await userEvent.click(tabs[1]!);
  expect(chosen()).toBe('Fechados');
});
