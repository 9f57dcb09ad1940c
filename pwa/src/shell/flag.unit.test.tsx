import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import Send from 'lucide-react/icons/send';
import { company, withCompany } from '../desk/tickets/screen.fixture.tsx';
import { startApp } from '../testing/app.tsx';
import { campaignEntry } from './campaign-entry.ts';
import type { Feature } from './feature.ts';

withCompany();

const label = (word: string) => ({ pt: word, en: word, es: word });
const at = (path: string) => ({
  path,
  hasTexts: false,
  load: async () => ({ screen: { element: <h1>{`screen ${path}`}</h1> } }),
});
const flagged: Feature = {
  name: 'flagged',
  flag: 'cshow',
  screens: [at('sends'), at('campaign/:id/report'), { ...at('boards'), adminOnly: true }],
  nav: [
    campaignEntry({ to: '/sends', label: label('Sends'), place: 10, icon: Send }),
    { to: '/boards', label: label('Boards'), place: 20, icon: Send, adminOnly: true },
  ],
};
const plain: Feature = {
  name: 'plain',
  screens: [at('plain')],
  nav: [{ to: '/plain', label: label('Plain'), place: 30, icon: Send }],
};

const start = (address: string) => startApp(address, [flagged, plain]);
/** The drawer's entries and groups of these features. */
const entries = async (): Promise<string[]> => {
  const drawer = await screen.findByRole('navigation', { name: 'Principal' });
  await within(drawer).findByRole('link', { name: 'Plain' });
  const names = [...drawer.querySelectorAll('li > a, li > button')].map((one) => one.textContent ?? '');
  return names.filter((name) => ['Campanhas', 'Sends', 'Boards', 'Plain'].includes(name));
};

beforeEach(() => {
  company.me = { ...company.me, company: { ...company.me.company, settings: [{ key: 'campaignsEnabled', value: 'true' }] } };
});
afterEach(cleanup);

test('a screen with a flag is an unknown address until the browser has the flag, whatever its value', async () => {
  await start('/sends');
  expect(await screen.findByRole('heading', { name: 'Este endereço não existe' })).toBeTruthy();
  expect(await entries()).toEqual(['Plain']);
  cleanup();
  localStorage.setItem('cshow', '');
  await start('/sends');
  expect(await screen.findByRole('heading', { name: 'screen sends' })).toBeTruthy();
});

test('the flag is no permission: campaigns are listed for administrators of a company that has them, and no entry misses its screen', async () => {
  localStorage.setItem('cshow', 'false');
  await start('/plain');
  expect(await entries()).toEqual(['Campanhas', 'Sends', 'Boards', 'Plain']);
  cleanup();
  company.me = { ...company.me, company: { ...company.me.company, settings: [] } };
  await start('/plain');
  expect(await entries()).toEqual(['Boards', 'Plain']);
  cleanup();
  company.me = { ...company.me, profile: 'user' };
  const { at: address } = await start('/boards');
  expect(await entries()).toEqual(['Plain']);
  expect(address()).toBe('/tickets');
});

test('the group of campaigns stays unfolded while the report of one is shown', async () => {
  localStorage.setItem('cshow', 'true');
  await start('/campaign/x/report');
  const group = await screen.findByRole('button', { name: 'Campanhas' });
  expect(group.getAttribute('aria-expanded')).toBe('true');
  cleanup();
  await start('/plain');
  expect((await screen.findByRole('button', { name: 'Campanhas' })).getAttribute('aria-expanded')).toBe('false');
});
