import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { company, enter, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { aUser } from '../../testing/me.ts';

const DAY = 86_400_000;
const inDays = (days: number) => ({ company: { dueDate: new Date(Date.now() + days * DAY).toISOString() } });

withCompany();
const shown = async () => {
  await enter();
  await screen.findAllByText('Atendimentos');
  return screen.queryByRole('link', { name: 'Pagar a fatura' })?.getAttribute('href') ?? null;
};

test.each([
  ['an administrator, with less than five days left', aUser({ profile: 'admin', ...inDays(3.9) }), '/financeiro'],
  ['an administrator, with five days left', aUser({ profile: 'admin', ...inDays(4.5) }), null],
  ['an attendant, who cannot pay', aUser({ profile: 'user', ...inDays(1) }), null],
])('%s', async (_, me, href) => {
  company.me = me;
  expect(await shown()).toBe(href);
  expect(screen.queryByText(/^A assinatura vence em \d\d\/\d\d\/\d{4}\.$/) !== null).toBe(href !== null);
});
