import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import { axe } from '../axe.fixture.ts';
import { phone, received, stage, wide } from '../browser.fixture.ts';
import { eventually, openTicket, signIn, type User } from '../people.fixture.ts';

const ADMIN = 'admin@prosa.demo';
const THANKS = 'Obrigado pelo seu comentário! Se precisar de mais alguma coisa, é só escrever.';
let ana: User;
const on = stage(async ({ url, demo }) => {
  const admin = await signIn(url, 'super@prosa.demo');
  ana = await signIn(url, 'ana@prosa.demo');
  await admin.call('PUT /settings/userRating', { value: 'enabled' });
  await admin.call(`PUT /whatsapp/${demo.connection.id}`, { ratingMessage: 'De 1 a 3, como foi?' });
});
const rowOf = (page: Page, name: RegExp) => page.getByRole('row', { name });
/** The file that a button saves: its name and its lines. */
const exported = async (page: Page, button: string): Promise<[string, string[]]> => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return [file.suggestedFilename(), (await readFile(await file.path(), 'utf8')).slice(1).split('\r\n')];
};
/** A customer whose ticket Ana resolves, and who is asked for a rating. */
const resolved = async (name: string) => {
  const { who, ticket } = await openTicket(on.product, ana, name);
  await ana.call(`PUT /tickets/${ticket.id}?msgAutomatic=true`, { status: 'closed' });
  await until(async () => (await received(on.product, who.number)).includes('De 1 a 3, como foi?'));
  return { who, ticket };
};

test('a customer rates and comments: it is acknowledged once, opens no ticket, and stands in the report', async () => {
  const page = await on.opens(ADMIN, '/reportRatings', wide);
  await page.getByText('Nenhuma avaliação pedida neste período').waitFor();
  expect(await axe(page)).toEqual([]);

  const { who, ticket } = await resolved('Jaciara Tupinambá');
  await resolved('Ubirajara Goulart');
  await who.write('3');
  await who.write('Resolveram no mesmo dia!');
  await until(async () => (await received(on.product, who.number)).includes(THANKS));
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Avaliações', exact: true }).waitFor();
  // A report is of the moment at which it is asked for.
  await eventually('the comment is there', async () => {
    await page.getByRole('button', { name: 'Filtrar' }).click();
    return (await page.getByRole('link', { name: /Resolveram no mesmo dia!/ }).count()) > 0 || undefined;
  });
  await rowOf(page, /^Ana Souza 1 50% .* 1 0 0 3,00$/).waitFor();
  await rowOf(page, /^Total 1 50% 1 0 0 3,00$/).waitFor();
  expect(await axe(page)).toEqual([]);
  const [year, month, day] = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format().split('-');
  expect(await exported(page, 'Exportar CSV')).toEqual([
    'relatorio_avaliacoes.csv',
    [
      'Atendente;Pedidas;Avaliações;Responderam (%);Muito satisfeito;Satisfeito;Insatisfeito;Média',
      ...['Ana Souza;2;1;50;1;0;0;"3,00"', 'Total;2;1;50;1;0;0;"3,00"', ''],
    ],
  ]);
  expect(await exported(page, 'Exportar comentários em CSV')).toEqual([
    'relatorio_comentarios.csv',
    [
      'Data;Nota;Comentário;Contato;Fila;Atendente',
      expect.stringMatching(
        new RegExp(`^${day}/${month}/${year} \\d\\d:\\d\\d;3;Resolveram no mesmo dia!;Jaciara Tupinambá;.*;Ana Souza$`),
      ),
      '',
    ],
  ]);
  await page.getByRole('tab', { name: 'Dia' }).click();
  await rowOf(page, new RegExp(`^${day}/${month}/${year} 1 50%`)).waitFor();

  await page.getByRole('link', { name: /Resolveram no mesmo dia!/ }).click();
  await page.waitForURL((url) => url.pathname === `/tickets/${ticket.id}`);
  const log = page.getByRole('log');
  await log.getByText('Resolveram no mesmo dia!', { exact: true }).waitFor();
  await log.getByText(THANKS, { exact: true }).waitFor();
  const history = (await ana.call<{ type: string; data: { body?: string } }[]>(`GET /tickets/${ticket.id}/history`)).body;
  expect(history.filter(({ type }) => type === 'RatingCommented').map(({ data }) => data.body)).toEqual([
    'Resolveram no mesmo dia!',
  ]);
  const admin = await signIn(on.product.url, 'super@prosa.demo');
  const { count } = (await admin.call<{ count: number }>(`GET /tickets?searchParam=${who.number}`)).body;
  expect(count).toBe(1);
  // What comes after the comment is a new matter.
  await who.write('Mais uma coisa');
  await who.ticket(ana, ({ status }) => status === 'pending');
  expect((await received(on.product, who.number)).filter((text) => text === THANKS)).toHaveLength(1);
});

test('a phone has all of it, in the dark', async () => {
  const { who } = await resolved('Iracema Teles');
  await who.write('1');
  await who.write('Demorou três dias');
  const page = await on.opens(ADMIN, '/reportRatings', phone, { colorScheme: 'dark' });
  await eventually('the comment is there', async () => {
    await page.getByRole('button', { name: 'Filtrar' }).click();
    return (await page.getByRole('link', { name: /Demorou três dias/ }).count()) > 0 || undefined;
  });
  await page.getByRole('tab', { name: /^Insatisfeitos/ }).click();
  await page.getByRole('link', { name: /Resolveram no mesmo dia!/ }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /1 de 3: Insatisfeito.*Demorou três dias/ }).waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Ana Souza' })
    .first()
    .getByText(/Responderam/)
    .waitFor();
  expect(await axe(page)).toEqual([]);
  // Nothing is wider than the screen, not even the narrowest one.
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate('document.querySelector("main > *").scrollWidth <= innerWidth')).toBe(true);
});
