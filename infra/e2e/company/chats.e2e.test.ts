import { axe } from '../axe.fixture.ts';
import { phone, stage, wide } from '../browser.fixture.ts';
import { call, signIn } from '../people.fixture.ts';

const at = stage();

test('colleagues write to each other: what is unread, several files, who may change it, and its end for everybody', async () => {
  const admin = await at.opens('admin@prosa.demo', '/chats', wide);
  const ana = await at.opens('ana@prosa.demo', '/tickets', wide);
  await admin.getByRole('button', { name: 'Nova', exact: true }).first().click();
  const dialog = admin.getByRole('dialog', { name: 'Conversa' });
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('Required').waitFor();
  await dialog.getByLabel('Título').fill('Loja Vila Aurora');
  await dialog.getByRole('button', { name: /Pessoas/ }).click();
  await admin.getByRole('option', { name: /^Ana/ }).click();
  await admin.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Salvar' }).press('Enter');
  await admin.waitForURL(/\/chats\/[0-9a-f-]{36}$/);
  const field = admin.getByRole('textbox', { name: 'Mensagem' });
  await field.fill('   ');
  await field.press('Enter');
  await field.fill('A van sai às 13h');
  await field.press('Enter');
  await admin.getByRole('log').getByText('A van sai às 13h').waitFor();

  // Ana has not read it: the entry and the button of the top bar tell it until she opens the chat.
  const entry = ana.getByRole('link', { name: /Chat interno/ });
  await entry.getByRole('img', { name: 'há mensagens não lidas' }).waitFor();
  await ana.getByRole('button', { name: 'Chat interno, há mensagens não lidas' }).click();
  await ana
    .getByRole('dialog', { name: 'Chat interno' })
    .getByRole('link', { name: /Loja Vila Aurora/ })
    .click();
  await ana.getByRole('log').getByText('A van sai às 13h').waitFor();
  expect(
    await ana
      .getByRole('log')
      .getByRole('listitem')
      .filter({ hasText: /\d\d:\d\d/ })
      .count(),
  ).toBe(1);
  await entry.getByRole('img').waitFor({ state: 'detached' });
  expect(await ana.getByRole('button', { name: 'Editar a conversa' }).count()).toBe(0);
  expect(await axe(ana)).toEqual([]);

  // Three files are chosen, one is left out.
  const [chooser] = await Promise.all([
    ana.waitForEvent('filechooser'),
    ana.getByRole('button', { name: 'Anexar arquivos' }).click(),
  ]);
  await chooser.setFiles(
    ['romaneio', 'nota', 'errado'].map((name) => ({ name: `${name}.txt`, mimeType: 'text/plain', buffer: Buffer.from(name) })),
  );
  await ana.getByRole('button', { name: 'Tirar errado.txt' }).click();
  await ana.getByRole('textbox', { name: 'Mensagem' }).fill('Vai o romaneio e a nota');
  await ana.getByRole('button', { name: 'Enviar 2 arquivos' }).click();
  const paper = admin.getByRole('log').getByRole('link', { name: /romaneio\.txt/ });
  await paper.waitFor();
  await admin
    .getByRole('log')
    .getByRole('link', { name: /nota\.txt/ })
    .waitFor();
  expect(await admin.getByRole('log').getByText('errado.txt').count()).toBe(0);
  const bytes = await fetch(new URL((await paper.getAttribute('href'))!, at.product.url));
  expect(await bytes.text()).toBe('romaneio');
  expect(await axe(admin)).toEqual([]);

  await admin.getByRole('button', { name: 'Excluir a conversa' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Excluir' }).press('Enter');
  for (const page of [admin, ana]) {
    await page.waitForURL(/\/chats$/);
    await page.getByText('Nenhuma conversa ainda').waitFor();
  }
});

test('on a phone in two tabs, with the older messages above', async () => {
  const { url } = at.product;
  const [admin, bruno] = await Promise.all([signIn(url, 'admin@prosa.demo'), signIn(url, 'bruno@prosa.demo')]);
  const as = <Body>(path: `/${string}`, body: object) => call<Body>(url, `POST ${path}`, { token: admin.token, body });
  const { id } = (await as<{ id: string }>('/chats', { title: 'Escala', users: [bruno.id] })).body;
  for (let n = 1; n <= 65; n += 1) await as(`/chats/${id}/messages`, { message: `Linha ${n}` });
  const page = await at.opens('bruno@prosa.demo', '/chats', phone, { colorScheme: 'dark' });
  await page.getByRole('tab', { name: 'Chats 1' }).waitFor();
  await page.getByRole('button', { name: 'Novo' }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: /Escala/ }).click();
  await page.getByRole('tab', { name: 'Mensagens', selected: true }).waitFor();
  const log = page.getByRole('log');
  await log.getByText('Linha 65', { exact: true }).waitFor();
  expect(await log.getByText('Linha 5', { exact: true }).count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  await log.evaluate((el) => el.scrollTo({ top: 0 }));
  await log.getByText('Linha 20', { exact: true }).waitFor();
  await log.evaluate((el) => el.scrollTo({ top: 0 }));
  await log.getByText('Linha 1', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Chats', exact: true }).click();
  await page.getByRole('link', { name: /Escala/ }).waitFor();
});
