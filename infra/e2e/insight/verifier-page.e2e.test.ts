import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { axe } from '../axe.fixture.ts';
import { type Person, person, phone, type Screen, sharedBrowser, wide } from '../browser.fixture.ts';

const verify = join(import.meta.dirname, '../../verify');
const packageOf = (name: string): string => join(verify, 'vectors/packages', name);
const vectors = JSON.parse(readFileSync(join(verify, 'vectors/vectors.json'), 'utf8')) as {
  name: string;
  key?: string;
  package: string;
}[];

let here: Person | undefined;
afterEach(async () => {
  const problems = here?.problems;
  await here?.context.close();
  expect(problems).toEqual([]);
});

/** The page as a file of a computer without a network. */
const opens = async (screen: Screen, more: Parameters<typeof person>[2] = {}): Promise<Page> => {
  here = await person(await sharedBrowser(), screen, more);
  await here.context.setOffline(true);
  await here.page.goto(`file://${join(verify, 'dist/conferir.html')}`);
  return here.page;
};
const checks = async (page: Page, name: string): Promise<string> => {
  await page.getByLabel('Pacote exportado (.zip)').setInputFiles(packageOf(name));
  await page.getByRole('button', { name: 'Conferir' }).click();
  const status = page.getByRole('status');
  await status.getByRole('heading').waitFor();
  return (await status.textContent()) ?? '';
};

test('a package is checked offline, and what was changed is named', async () => {
  const page = await opens(wide);
  await page.getByLabel('Chave publicada').fill(vectors[0]!.key!);
  expect(await checks(page, 'tickets.zip')).toBe('Íntegro: nenhum evento mudou, saiu ou trocou de lugar.');
  expect(await page.getByText('14 textos à mostra, com prova; 2 cobertos').isVisible()).toBe(true);
  expect(await axe(page)).toEqual([]);
  expect(await checks(page, 'lines-swapped.zip')).toMatch(/^Não confere: 2 diferenças\..*Uma linha trocou de lugar\.linha 3/);
  await page.getByLabel('Chave publicada').fill('');
  await page.getByLabel('Topos guardados').setInputFiles(packageOf('kept-longer-before.head-1.txt'));
  expect(await checks(page, 'tickets.zip')).toMatch(/1 diferença\..*eventos do fim foram cortados/);
  expect(await axe(page)).toEqual([]);
});

test('on a phone and in the dark, and a missing file is asked for', async () => {
  const page = await opens({ ...phone, viewport: { width: 320, height: 700 } } as Screen, { colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Conferir' }).click();
  await page.getByText('Escolha o pacote.').waitFor();
  expect(await page.evaluate('document.activeElement.id')).toBe('file');
  expect(await checks(page, 'picture-changed.zip')).toContain('arquivo media/picture.png');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  expect(await axe(page)).toEqual([]);
});

test('the browser finds in every package what Node finds', async () => {
  const page = await opens(wide, { locale: 'en-US' });
  for (const name of new Set(vectors.map((vector) => vector.package))) {
    const { findings } = JSON.parse(readFileSync(join(verify, 'vectors/vectors.json'), 'utf8')).find(
      (vector: { package: string; key?: string; heads: string[] }) => vector.package === name,
    ) as { findings: unknown[] };
    // Of another key there is nothing to find without the key.
    const count = name === 'another-key-than-given.zip' ? 0 : findings.length;
    await page.getByLabel('Exported package (.zip)').setInputFiles(packageOf(name));
    await page.getByRole('button', { name: 'Check' }).click();
    const heading = page.getByRole('status').getByRole('heading');
    await heading.waitFor();
    const said = count === 0 ? /^Intact/ : count === 1 ? /: 1 difference\.$/ : new RegExp(`: ${count} differences\\.$`);
    expect({ name, said: await heading.textContent() }).toEqual({ name, said: expect.stringMatching(said) });
  }
});
