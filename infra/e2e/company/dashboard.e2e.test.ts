import type { Page } from 'playwright-core';
import { axe } from '../axe.fixture.ts';
import { customerWrites, phone, stage, wide } from '../browser.fixture.ts';
import { addressOf, customer, openTicket, signIn } from '../people.fixture.ts';

const ADMIN = 'admin@prosa.demo';
const on = stage(async (product) => {
  const admin = await signIn(product.url, ADMIN);
  const ana = await signIn(product.url, 'ana@prosa.demo');
  await admin.call('PUT /settings/userRating', { value: 'enabled' });
  await admin.call(`PUT /whatsapp/${product.demo.connection.id}`, { ratingMessage: 'De 1 a 3, como foi?' });
  const { body: sector } = await admin.call<{ id: string }>('POST /sectors/cadastro', { name: 'Expedição' });
  await admin.call(`PUT /users/${ana.id}`, { sectorId: sector.id });
});
const figure = (page: Page, name: string) => page.locator('dl > div', { hasText: name }).locator('dd');
const shows = (page: Page, name: string, value: string) => figure(page, name).getByText(value, { exact: true }).waitFor();
const attendant = (page: Page, name: string) => page.locator('[data-id]', { hasText: name });

/** Signs in at the first address there is, and comes to the dashboard. */
const enters = async (page: Page): Promise<void> => {
  await page.goto(on.product.url);
  await page.getByLabel('E-mail').fill(addressOf(ADMIN));
  await page.getByLabel('Senha', { exact: true }).fill('prosa-demo');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByRole('heading', { name: 'Painel' }).waitFor();
};

test('an administrator comes to the dashboard, whose figures follow what happens', async () => {
  const page = await on.comes(wide);
  await enters(page);
  expect(new URL(page.url()).pathname).toBe('/');
  await shows(page, 'Aguardando', '0');
  await page.getByText('Nenhum ticket aberto neste período').waitFor();
  expect(await axe(page)).toEqual([]);

  await customerWrites(on.product, '5511930000001', 'Jaciara Tupinambá', 'Oi');
  await shows(page, 'Aguardando', '1');
  await shows(page, 'Leads', '1');
  const ana = await signIn(on.product.url, 'ana@prosa.demo');
  const { who, ticket } = await openTicket(on.product, ana, 'Ubirajara Goulart');
  await shows(page, 'Em atendimento', '1');
  await ana.call(`PUT /tickets/${ticket.id}?msgAutomatic=true`, { status: 'closed' });
  await shows(page, 'Finalizados', '1');
  await shows(page, 'Leads', '2');
  await page.getByText('2 tickets', { exact: false }).first().waitFor();
  await attendant(page, 'Ana Souza').getByText('00h 00m').waitFor();
  await page.getByRole('region', { name: 'Médias por setor' }).getByText('Expedição').waitFor();
  await who.write('2');
  const stars = attendant(page, 'Ana Souza').getByRole('img', { name: 'satisfeito (média 2 de 3)' });
  await stars.waitFor();
  expect(await stars.getAttribute('title')).toContain('1 insatisfeito, 2 satisfeito, 3 muito satisfeito');
  expect(await axe(page)).toEqual([]);

  // A deletion takes back all that the ticket was counted in.
  const admin = await signIn(on.product.url, 'super@prosa.demo');
  await admin.call(`DELETE /tickets/${ticket.id}`);
  await shows(page, 'Finalizados', '0');
  await shows(page, 'Leads', '1');
  await attendant(page, 'Ana Souza').getByText('Sem avaliação').waitFor();
});

test('the filter asks for a period, and a phone has all of it', async () => {
  await customer(on.product, 'Iracema Teles').write('Bom dia');
  const page = await on.opens(ADMIN, '/', phone, { colorScheme: 'dark' });
  await figure(page, 'Aguardando').waitFor();
  await page.getByRole('tab', { name: 'Por período' }).click();
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await page.getByText('Parametrize o filtro').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByLabel('Período').click();
  await page.getByRole('option', { name: 'Últimos 7 dias' }).click();
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/api/dashboard?')),
    page.getByRole('button', { name: 'Filtrar' }).click(),
  ]);
  expect(new URL(answer.url()).searchParams.get('days')).toBe('7');
  const { counters } = (await answer.json()) as { counters: { supportPending: number } };
  await shows(page, 'Aguardando', String(counters.supportPending));
  await page.getByRole('button', { name: 'Mostrar como tabela' }).click();
  await page
    .getByRole('row', { name: /^\d\dh \d+$/ })
    .first()
    .waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Marina Alves' }).getByText('Online').waitFor();
  // Nothing is wider than the screen.
  expect(await page.evaluate('document.querySelector("main > *").scrollWidth <= innerWidth')).toBe(true);
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await page.getByRole('link', { name: /^Atendimentos/ }).click();
  await page.waitForURL('**/tickets');
});
