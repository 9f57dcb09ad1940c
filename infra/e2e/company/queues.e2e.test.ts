import { axe } from '../axe.fixture.ts';
import { phone, stage, wide } from '../browser.fixture.ts';
import { customer, eventually, signIn } from '../people.fixture.ts';

const on = stage();
const ADMIN = 'admin@prosa.demo';
type Option = { id: string; title: string; children: Option[] };
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a queue’s menu is built with a file, seen on a phone, and a customer walks through it', async () => {
  const name = 'Vendas';
  const page = await on.opens(ADMIN, '/queues', wide);
  await page.getByRole('button', { name: `Editar ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('sempre aberto').first().waitFor();
  await dialog.getByRole('button', { name: 'Mais um horário: Segunda-feira' }).click();
  await dialog.getByRole('textbox', { name: 'Segunda-feira, início' }).fill('0830');
  await dialog.getByRole('textbox', { name: 'Segunda-feira, fim' }).fill('1800');
  await dialog.getByRole('button', { name: 'Repetir segunda nos dias úteis' }).click();
  expect(await axe(page)).toEqual([]);
  await dialog.getByLabel('Saudação').fill('Olá da fila!');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: `Editar ${name}` }).click();
  await dialog.getByRole('tab', { name: 'Menu de opções' }).click();
  await dialog.getByText('Ainda sem opções').waitFor();
  const write = async (title: string, message: string) => {
    await dialog.getByLabel('Título').fill(title);
    await dialog.getByRole('textbox', { name: 'Mensagem', exact: true }).fill(message);
  };
  await dialog.getByRole('button', { name: 'Nova opção' }).click();
  await write('Preços', 'De quê?');
  await dialog.getByRole('button', { name: 'Pronto' }).click();
  await dialog.getByRole('button', { name: 'Opção em “Preços”' }).click();
  await write('Tabela', 'Veja a imagem.');
  await dialog.locator('input[type=file]').setInputFiles({ name: 'tabela.png', mimeType: 'image/png', buffer: picture });
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Pronto' }).click();
  await dialog.getByText('tabela.png').waitFor();
  await dialog.getByRole('button', { name: 'Nova opção' }).click();
  await write('Endereço', 'Rua das Flores, 10');
  await dialog.getByRole('button', { name: 'Pronto' }).click();
  await dialog.getByRole('button', { name: 'Endereço: posição 2 de 2' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await dialog.getByRole('button', { name: 'Endereço: posição 1 de 2' }).waitFor();
  await dialog.locator('[data-preview]').filter({ hasText: '1 - Endereço' }).waitFor();
  expect(await axe(page)).toEqual([]);

  const bruno = await signIn(on.product.url, 'bruno@prosa.demo');
  const optionsAt = async (query: string) => (await bruno.call<Option[]>(`GET /queue-options?${query}`)).body;
  const prices = (await optionsAt('parentId=-1')).find(({ title }) => title === 'Preços')!;
  expect(prices.children).toMatchObject([{ title: 'Tabela', children: [] }]);
  expect(await optionsAt(`parentId=${prices.id}`)).toEqual(prices.children);

  const onPhone = await on.opens('super@prosa.demo', '/queues', phone, { colorScheme: 'dark' });
  await onPhone.getByRole('button', { name: `Ações de ${name}` }).click();
  await onPhone.getByRole('menuitem', { name: 'Editar' }).click();
  const [begins, ends] = await Promise.all(
    ['início', 'fim'].map((of) => onPhone.getByRole('textbox', { name: `Segunda-feira, ${of}` }).boundingBox()),
  );
  expect(begins!.y).toBe(ends!.y);
  expect(await axe(onPhone)).toEqual([]);
  await onPhone.getByRole('tab', { name: 'Menu de opções' }).click();
  await onPhone.getByText('tabela.png').waitFor();
  expect(await axe(onPhone)).toEqual([]);

  const who = customer(on.product);
  const hears = (count: number) =>
    eventually(`${count} messages`, async () => {
      const texts = (await who.delivered()).map(({ text }) => text);
      return texts.length >= count ? texts : undefined;
    });
  await who.write('Oi');
  expect(await hears(1)).toEqual(['Olá da fila!\n\n1 - Endereço\n2 - Preços']);
  await who.write('2');
  expect((await hears(2)).at(-1)).toBe('De quê?\n\n1 - Tabela\n\n0 - Voltar\n# - Início');
  await who.act({ type: 'choice', choice: { id: '#', title: 'Início' } });
  expect((await hears(3)).at(-1)).toContain('Olá da fila!');
  await who.write('preços');
  await hears(4);
  await who.write('1');
  expect((await hears(6)).slice(-2)).toEqual(['', 'Veja a imagem.\n\n0 - Voltar\n# - Início']);

  await dialog.getByRole('button', { name: 'Excluir Preços' }).click();
  await dialog.getByText('Excluir com 1 abaixo?').waitFor();
  await dialog.getByRole('button', { name: 'Excluir', exact: true }).press('Enter');
  await onPhone.getByText('tabela.png').waitFor({ state: 'detached' });
});
