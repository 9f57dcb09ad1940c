import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { axe } from '../axe.fixture.ts';
import { phone, stage, wide } from '../browser.fixture.ts';

const at = stage();
const bell = (page: Page, name: string | RegExp) => page.getByRole('banner').getByRole('button', { name });

test('an announcement with a picture reaches every company live, is read once on a device, and goes when it is switched off', async () => {
  const title = `Manutenção ${Date.now()}`;
  const boss = await at.opens('super@prosa.demo', '/announcements', wide);
  const ana = await at.opens('ana@prosa.demo', '/tickets', phone, { colorScheme: 'dark' });
  await boss.getByRole('button', { name: 'Novo informativo' }).first().click();
  const dialog = boss.getByRole('dialog', { name: 'Novo informativo' });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  expect(await dialog.getByText('Obrigatório').count()).toBe(2);
  await dialog.getByLabel('Título').fill(title);
  await dialog.getByLabel('Texto').fill('Das 2h às 4h o envio espera.');
  await dialog.getByText('Sem anexo').waitFor();
  const buffer = await sharp({ create: { width: 320, height: 160, channels: 3, background: '#0F766E' } })
    .png()
    .toBuffer();
  const [chooser] = await Promise.all([
    boss.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Anexar imagem' }).click(),
  ]);
  await chooser.setFiles({ name: 'aviso.png', mimeType: 'image/png', buffer });
  expect(await axe(boss)).toEqual([]);
  await dialog.getByRole('button', { name: 'Salvar' }).press('Enter');
  const row = boss.getByRole('row', { name: new RegExp(`${title} Baixa aviso.png ativo`) });
  await row.waitFor();
  expect(await axe(boss)).toEqual([]);

  await bell(ana, 'Informativos, há novidades').click();
  const popover = ana.getByRole('dialog', { name: 'Informativos' });
  await popover.getByRole('heading', { name: title }).waitFor();
  await popover.getByRole('img', { name: 'aviso.png' }).waitFor();
  expect(await axe(ana)).toEqual([]);
  await ana.keyboard.press('Escape');
  await bell(ana, 'Informativos').waitFor();
  await ana.reload();
  await bell(ana, /^Informativos$/).waitFor();
  expect(await ana.getByRole('link', { name: 'Informativos' }).count()).toBe(0);

  await row.getByRole('button', { name: `Editar ${title}` }).click();
  const edit = boss.getByRole('dialog', { name: 'Editar informativo' });
  await edit.getByRole('button', { name: 'Tirar a imagem aviso.png' }).click();
  await edit.getByText('Sem anexo').waitFor();
  await edit.getByLabel('Status').click();
  await boss.getByRole('option', { name: 'inativo' }).click();
  await edit.getByRole('button', { name: 'Salvar' }).press('Enter');
  await boss.getByRole('row', { name: new RegExp(`${title} Baixa Sem anexo inativo`) }).waitFor();
  await bell(ana, /^Informativos$/).click();
  await ana.getByRole('dialog', { name: 'Informativos' }).waitFor();
  expect(await ana.getByRole('heading', { name: title }).count()).toBe(0);
});

test('helps are kept in the settings, and everybody sees their videos, which load at a click', async () => {
  const title = `Conectar ${Date.now()}`;
  const boss = await at.opens('super@prosa.demo', '/settings', wide);
  const ana = await at.opens('ana@prosa.demo', '/helps', phone);
  const asked: string[] = [];
  await ana.route('https://www.youtube-nocookie.com/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<title>Vídeo</title>' });
  });
  await boss.getByRole('tab', { name: 'Ajuda' }).click();
  const panel = boss.getByRole('region', { name: 'Ajuda' });
  await panel.getByRole('button', { name: 'Salvar' }).click();
  const refusal = panel.getByText(/^Não foi possível realizar a operação\. Verifique se já existe uma ajuda/);
  await refusal.waitFor();
  // Red, although it belongs to no single field.
  const color = (of: string) => boss.evaluate(`getComputedStyle(document.querySelector('section ${of}')).color`);
  expect(await color('.error')).not.toBe(await color('form'));
  const fill = async () => {
    await panel.getByLabel('Título').fill(title);
    await panel.getByLabel('Código do vídeo').fill('https://youtu.be/dQw4w9WgXcQ');
    await panel.getByLabel('Descrição').fill('Em três passos');
    await panel.getByRole('button', { name: 'Salvar' }).press('Enter');
  };
  await fill();
  await panel.getByText(`${title} dQw4w9WgXcQ`).waitFor();
  await fill();
  await panel.getByText(/^Não foi possível realizar a operação\. Verifique se já existe uma ajuda/).waitFor();
  expect(await axe(boss)).toEqual([]);

  await ana.getByText(title, { exact: true }).click();
  await ana.getByText('Em três passos').waitFor();
  expect(asked).toEqual([]);
  expect(await axe(ana, { hasNames: true })).toEqual([]);
  await ana.getByRole('button', { name: `Ver o vídeo: ${title}` }).click();
  await ana.frameLocator(`iframe[title="Vídeo: ${title}"]`).locator('html').waitFor({ state: 'attached' });
  expect(asked.map((one) => new URL(one).pathname)).toEqual(['/embed/dQw4w9WgXcQ']);

  await boss.route('**/api/helps/*', (route) => route.abort());
  await panel.getByRole('button', { name: `Excluir ${title}` }).click();
  const removal = boss.getByRole('dialog');
  await removal.getByRole('button', { name: 'Excluir' }).press('Enter');
  await removal.getByText('Não foi possível realizar a operação', { exact: true }).waitFor();
  await boss.unroute('**/api/helps/*');
  await removal.getByRole('button', { name: 'Excluir' }).press('Enter');
  await ana.getByText('Nenhuma ajuda ainda').waitFor();
});

test('the lanes of the board are kept apart from the tags', async () => {
  const admin = await at.opens('admin@prosa.demo', '/TagsKanban', wide);
  await admin.getByRole('button', { name: 'Nova coluna' }).first().click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Nome').fill('Orçamento enviado');
  await dialog.getByRole('button', { name: 'Salvar' }).press('Enter');
  await admin.getByRole('row', { name: /Orçamento enviado 0/ }).waitFor();
  expect(await axe(admin)).toEqual([]);
  await admin.getByRole('link', { name: 'Tags', exact: true }).click();
  await admin.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
  await admin.waitForLoadState('networkidle');
  expect(await admin.getByText('Orçamento enviado').count()).toBe(0);
});
