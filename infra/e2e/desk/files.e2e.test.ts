import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import { customerWrites, enter, phone, type Screen, stage, toWaiting, wide } from '../browser.fixture.ts';

const picture = readFileSync(join(import.meta.dirname, '../../../pwa/public/icons/icon-512.png'));
const paper = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF');
/** Bit rates of MPEG 1, layer III, by the four bits of the header's field. */
const KBPS_128 = 9;

/**
 * Resolves as soon as the page has this button, enabled; rejects after 40 s. The page itself looks for it, and presses it if it should be
 * pressed: on the way from here a look comes too late for what lasts a second, and a press for a recording that is too short.
 */
const asSoonAs = (page: Page, label: string, { press = false } = {}): Promise<void> =>
  page.evaluate(`new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(${JSON.stringify(`There is no button: ${label}`)})), 40_000);
    const isIt = (one) => [one.ariaLabel, one.textContent].includes(${JSON.stringify(label)});
    const look = () => {
      const found = [...document.querySelectorAll('button:enabled')].find(isIt);
      if (!found) return;
      observer.disconnect();
      if (${press}) found.click();
      resolve();
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    look();
  })`);

type Came = {
  type: string;
  text: string;
  media: { mimetype: string; filename: string | null; size: number; url: string } | null;
};

describe('files', () => {
  const the = stage(undefined, { whole: true });

  /** Super, in the accepted conversation of a customer who has written. */
  const inConversation = async (screen: Screen, number: string, name: string, hasMicrophone = true): Promise<Page> => {
    const page = await the.comes(screen);
    if (hasMicrophone) await page.context().grantPermissions(['microphone']);
    await enter(page, the.product.url, 'super@prosa.demo');
    await customerWrites(the.product, number, name, 'Oi.');
    await toWaiting(page, screen);
    await page.getByRole('button', { name: `Aceitar ${name}` }).click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
    await page.getByRole('log').getByText('Oi.', { exact: true }).waitFor();
    return page;
  };
  const webhook = () => `${the.product.url}/webhooks/simulator/${the.product.demo.connection.id}`;
  const headers = () => ({ authorization: `Bearer ${the.product.demo.connection.token}` });
  /** Returns the files that a customer has received, once there are this many. */
  const cameTo = (number: string, count: number): Promise<Came[]> =>
    until<Came[] | null>(async () => {
      const answer = await fetch(`${webhook()}/delivered?to=${number}`, { headers: headers() });
      const found = ((await answer.json()) as Came[]).filter(({ media }) => media !== null);
      return found.length >= count ? found : null;
    }) as Promise<Came[]>;
  const bytesOf = async ({ media }: Came): Promise<Buffer> =>
    Buffer.from(await (await fetch(`${the.product.url}${media!.url}`, { headers: headers() })).arrayBuffer());
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const secondsOf = async (page: Page): Promise<number> => {
    const [minutes, seconds] = (await page.getByRole('timer').textContent())!.split(':').map(Number);
    return minutes! * 60 + seconds!;
  };
  /** Whether the bars of the recording begin within the space that they have. */
  const hasRoom = (page: Page): Promise<boolean> =>
    page.evaluate(`(() => {
      const bars = document.querySelector('[role="timer"] + [aria-hidden]');
      return bars.firstElementChild.getBoundingClientRect().left >= bars.getBoundingClientRect().left;
    })()`);
  const recorded = (page: Page, seconds: number) => until(async () => (await secondsOf(page)) >= seconds);

  test.each([
    ['wide', wide, '551170000911'],
    ['phone', phone, '551170000912'],
  ])(
    'a voice message is recorded, played back, and reaches the customer as an MP3 of 128 kbps (%s)',
    async (_, screen, number) => {
      const page = await inConversation(screen, number, `Iracema ${number.slice(-3)}`);
      await button(page, 'Gravar áudio').click();
      await recorded(page, 1);
      await button(page, 'Pausar gravação').click();
      const isPlayed = asSoonAs(page, 'Parar de ouvir');
      await button(page, 'Ouvir a gravação').click();
      await isPlayed;
      await button(page, 'Continuar a gravar').click();
      await recorded(page, 3);
      await button(page, 'Pausar gravação').click();
      await button(page, 'Ouvir a gravação').waitFor();
      expect(await hasRoom(page)).toBe(true);
      const seconds = await secondsOf(page); // a slow machine records more than was waited for
      await button(page, 'Enviar áudio').click();
      const [came] = await cameTo(number, 1);
      expect(came).toMatchObject({ type: 'audio', media: { mimetype: 'audio/mpeg', filename: expect.stringMatching(/\.mp3$/) } });
      const mp3 = await bytesOf(came!);
      expect([mp3[0], mp3[1]! & 0xfe, mp3[2]! >> 4]).toEqual([0xff, 0xfa, KBPS_128]);
      expect(mp3.length).toBeGreaterThan(seconds * 16_000);
      expect(mp3.length).toBeLessThan((seconds + 2) * 16_000);
    },
  );

  test('a recording that is too short is dropped, and a denied microphone is explained', async () => {
    const page = await inConversation(wide, '551170000913', 'Zenaide Portela');
    const isSent = asSoonAs(page, 'Enviar áudio', { press: true });
    await button(page, 'Gravar áudio').click();
    await isSent;
    await page.getByText('A gravação ficou curta demais e não foi enviada.').waitFor();
    await page.getByRole('textbox', { name: 'Mensagem' }).waitFor();
    const refused = await inConversation(wide, '551170000914', 'Zulmira Portela', false);
    await button(refused, 'Gravar áudio').click();
    await refused.getByText(/O navegador não deixou usar o microfone/).waitFor();
    await refused.getByRole('textbox', { name: 'Mensagem' }).waitFor();
  });

  test('several files are sent from the tray in order, each with its caption', async () => {
    const number = '551170000915';
    const page = await inConversation(wide, number, 'Custódio Varela');
    const ways = page.locator('input[type=file]');
    await button(page, 'Anexar').click();
    await page.getByRole('menuitem', { name: 'Fotos e vídeos' }).waitFor();
    await page.keyboard.press('Escape');
    await ways.setInputFiles([
      { name: 'mesa.png', mimeType: 'image/png', buffer: picture },
      { name: 'nota.pdf', mimeType: 'application/pdf', buffer: paper },
    ]);
    const tray = page.getByRole('dialog');
    await tray.getByRole('img', { name: 'mesa.png' }).waitFor();
    await tray.getByRole('textbox', { name: 'Legenda' }).fill('Ficou assim');
    await page.keyboard.press('Enter');
    await tray.waitFor({ state: 'detached' });
    const came = await cameTo(number, 2);
    expect(came.map(({ type, media }) => [type, media?.filename])).toEqual([
      ['image', 'mesa.png'],
      ['document', 'nota.pdf'],
    ]);
    expect(came[0]!.text).toContain('Ficou assim');
    expect(await bytesOf(came[1]!)).toEqual(paper);
    await page.getByRole('list', { name: 'Arquivos a caminho' }).waitFor({ state: 'detached' });
  });

  // The last one: from then on the queue answers with a menu.
  test('the sound of a menu’s option is recorded in its place, once after a discarded one, and reaches who chooses it', async () => {
    const number = '551170000916';
    const page = await the.opens('admin@prosa.demo', '/queues', wide);
    await page.context().grantPermissions(['microphone']);
    await button(page, 'Editar Vendas').click();
    await page.getByRole('tab', { name: 'Menu de opções' }).click();
    await button(page, 'Nova opção').click();
    await page.getByLabel('Título').fill('Ouvir');
    await button(page, 'Gravar áudio').click();
    await recorded(page, 1);
    await button(page, 'Descartar').click();
    expect(await page.getByRole('timer').count()).toBe(0);
    await button(page, 'Gravar áudio').click();
    await recorded(page, 2);
    await button(page, 'Parar').click();
    await page.getByText('gravação.mp3').waitFor();
    await button(page, 'Pronto').click();
    await button(page, 'Ouvir: posição 1 de 1').waitFor();
    await page.getByText('gravação.mp3').waitFor();
    await customerWrites(the.product, number, 'Zilda Portela', 'Oi.');
    await customerWrites(the.product, number, 'Zilda Portela', 'ouvir');
    const [came] = await cameTo(number, 1);
    expect(came).toMatchObject({ type: 'audio', media: { mimetype: 'audio/mpeg', filename: 'gravação.mp3' } });
    const mp3 = await bytesOf(came!);
    expect([mp3[0], mp3[1]! & 0xfe, mp3[2]! >> 4]).toEqual([0xff, 0xfa, KBPS_128]);
    expect(mp3.length).toBeGreaterThan(2 * 16_000);
  });
});
