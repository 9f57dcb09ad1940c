import type { Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import { axe } from '../axe.fixture.ts';
import { phone, stage, wide } from '../browser.fixture.ts';

const on = stage();
const ADMIN = 'admin@prosa.demo';
/** Creates a simulated connection as the page's user; returns what its device does. */
const simulated = async (page: Page, name: string) => {
  const session = await page.evaluate("localStorage.getItem('token')");
  const token = `simulated-${crypto.randomUUID()}`;
  const answer = await fetch(`${on.product.url}/api/whatsapp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${session}`, 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ name, channel: 'simulator', token }),
  });
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  return async (status: string, qrcode?: string): Promise<void> => {
    const put = () =>
      fetch(`${on.product.url}/webhooks/simulator/${id}/session`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ status, qrcode }),
      });
    // The channels hear of a new connection a moment later.
    await until(async () => (await put()).status === 204);
  };
};

test('a device is linked while somebody looks: each code replaces the one before, and the mark goes when all are connected', async () => {
  const page = await on.opens(ADMIN, '/connections', wide);
  const device = await simulated(page, 'Oficina');
  const row = page.getByRole('row', { name: /Oficina/ });
  await row.getByText('Conectado').waitFor();
  expect(await axe(page)).toEqual([]);
  // On a small laptop, too, the name has room.
  await page.setViewportSize({ width: 1280, height: 720 });
  expect((await row.getByRole('cell').nth(1).boundingBox())?.width).toBeGreaterThan(140);
  await page.setViewportSize(wide.viewport);

  await device('qrcode', 'the first code');
  await row.getByText('Aguardando leitura').waitFor();
  const mark = page.getByRole('navigation').getByRole('img', { name: 'há conexões com problema' });
  await mark.waitFor();
  await row.getByRole('button', { name: 'Ver QR code: Oficina' }).click();
  const code = (text: string) => page.getByRole('dialog').locator(`svg[data-code="${text}"]`);
  await code('the first code').waitFor();
  expect(await axe(page)).toEqual([]);
  await device('qrcode', 'the second code');
  await code('the second code').waitFor();
  await device('PAIRING');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await row.getByText('Pareando').waitFor();
  await device('CONNECTED');
  await row.getByText('Conectado').waitFor();
  await mark.waitFor({ state: 'detached' });

  await row.getByRole('button', { name: 'Desconectar: Oficina' }).click();
  await page.getByText('Desconectar “Oficina”?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Desconectar', exact: true }).press('Enter');
  await row.getByText('Desconectado').waitFor();
  await row.getByRole('button', { name: 'Novo QR: Oficina' }).click();
  await page.getByRole('dialog').getByRole('img', { name: 'QR code para ler com o celular' }).waitFor();
  await device('CONNECTED');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('on a phone a connection is changed, and the default one stays', async () => {
  const page = await on.opens(ADMIN, '/connections', phone, { colorScheme: 'dark' });
  await simulated(page, 'Filial');
  const card = page.getByRole('listitem').filter({ hasText: 'Filial' });
  await card.getByText('Conectado').waitFor();
  expect(await axe(page)).toEqual([]);
  const act = async (name: string, what: string) => {
    await page.getByRole('button', { name: `Ações de ${name}` }).click();
    await page.getByRole('menuitem', { name: what }).click();
    await page.getByRole('dialog').waitFor();
  };
  await act('Filial', 'Editar conexão');
  expect(await axe(page)).toEqual([]);
  const form = page.getByRole('dialog');
  await form.getByLabel('Nome').fill('Filial Norte');
  await form.getByLabel('Filas').click();
  for (const nth of [0, 1]) await page.getByRole('option').nth(nth).click();
  await page.keyboard.press('Escape');
  await form.getByText('Mensagens', { exact: true }).click();
  await form.getByLabel('Mensagem de saudação').fill('Olá! Com quem quer falar?');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('listitem').filter({ hasText: 'Filial Norte' }).waitFor();

  const first = page.getByRole('listitem').filter({ hasText: 'Padrão' });
  const name = (await first.locator('b').textContent()) ?? '';
  await act(name, 'Excluir');
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir', exact: true }).press('Enter');
  await page.getByRole('dialog').getByText('Deve haver pelo menos um WhatsApp padrão.').waitFor();
});
