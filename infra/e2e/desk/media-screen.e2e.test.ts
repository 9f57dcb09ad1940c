import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { until } from '../../testing/until.ts';
import { axe } from '../axe.fixture.ts';
import { customerWrites, enter, phone, type Screen, stage, toWaiting, wide } from '../browser.fixture.ts';
import { signIn, type User } from '../people.fixture.ts';

const fresh = { number: '551170000701', name: 'Dagmar Fontoura' };
let admin: User;
const the = stage(async ({ url }) => {
  admin = await signIn(url, 'admin@prosa.demo');
  const { position } = await admin.call('POST /contacts', fresh);
  await admin.call(`GET /contacts?after=${position}`);
});

/** Some seconds of an audio that swells and fades, which every browser plays; long enough not to end while a slow machine checks it. */
const wav = (seconds: number, rate = 8_000): Buffer => {
  const samples = seconds * rate;
  const bytes = Buffer.alloc(44 + samples * 2);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + samples * 2, 4);
  bytes.write('WAVEfmt ', 8);
  for (const [value, at] of [
    [16, 16],
    [rate, 24],
    [rate * 2, 28],
  ] as const)
    bytes.writeUInt32LE(value, at);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [2, 32],
    [16, 34],
  ] as const)
    bytes.writeUInt16LE(value, at);
  bytes.write('data', 36);
  bytes.writeUInt32LE(samples * 2, 40);
  for (let n = 0; n < samples; n += 1)
    bytes.writeInt16LE(Math.round(20_000 * Math.abs(Math.sin(n / rate)) * Math.sin(n / 5)), 44 + n * 2);
  return bytes;
};
const log = (page: Page) => page.getByRole('log');

/** Super, in the accepted conversation of a customer who has written and sent files. */
const inConversation = async (
  screen: Screen,
  number: string,
  name: string,
  files: { bytes: Uint8Array; name: string; body?: string }[],
  more?: Parameters<typeof the.comes>[1],
): Promise<Page> => {
  const page = await the.comes(screen, more);
  await enter(page, the.product.url, 'super@prosa.demo');
  await customerWrites(the.product, number, name, 'Bom dia');
  await toWaiting(page, screen);
  await page.getByRole('button', { name: `Aceitar ${name}` }).click();
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
  const ticketId = page.url().split('/').at(-1);
  for (const file of files) {
    const form = new FormData();
    form.append('body', file.body ?? '');
    form.append('medias', new Blob([file.bytes as Uint8Array<ArrayBuffer>]), file.name);
    const headers = { authorization: `Bearer ${admin.token}` };
    const answer = await fetch(`${the.product.url}/api/messages/${ticketId}`, { method: 'POST', headers, body: form });
    expect(answer.status).toBe(201);
  }
  return page;
};

test('an audio has a waveform, its position is moved by keys and by touch, only one plays at a time, and the speed is stored', async () => {
  const sounds = [
    { bytes: wav(100), name: 'um.wav' },
    { bytes: wav(120), name: 'dois.wav' },
  ];
  const page = await inConversation(phone, '551170000702', 'Otávio Brandão', sounds);
  const drawn = log(page).locator('[data-waveform="drawn"]');
  await drawn.nth(1).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  const sliders = log(page).getByRole('slider', { name: 'Posição' });
  await sliders.first().focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
  expect(await sliders.first().getAttribute('aria-valuetext')).toBe('0:05 de 1:40');
  await sliders.nth(1).tap(); // in its middle
  const isHalf = async () => Math.abs(Number(await sliders.nth(1).inputValue()) - 60) < 3;
  await until(isHalf);
  const { x, y, width, height } = (await sliders.nth(1).boundingBox())!;
  const touch = await page.context().newCDPSession(page);
  const finger = (type: 'touchStart' | 'touchMove', up: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: x + width * 0.9, y: y + height / 2 - up }] });
  await finger('touchStart', 0);
  await until(async () => !(await isHalf())); // so sliders are
  for (const up of [20, 40, 60, 80]) await finger('touchMove', up);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await until(isHalf); // it scrolled
  expect(await axe(page)).toEqual([]);
  const [play, pause] = ['Ouvir', 'Pausar'].map((name) => log(page).getByRole('button', { name }));
  await play!.first().click();
  await pause!.waitFor();
  await until(async () => Number(await sliders.first().inputValue()) > 5.5);
  await play!.click();
  await until(async () => Number(await sliders.nth(1).inputValue()) > 63.5);
  expect(await pause!.count()).toBe(1);
  await log(page).getByRole('button', { name: 'Velocidade 1×' }).first().click();
  expect(await log(page).getByRole('button', { name: 'Velocidade 1,5×' }).count()).toBe(2);
  expect(await page.evaluate("[...document.querySelectorAll('audio')].map((one) => one.playbackRate)")).toEqual([1.5, 1.5]);
  await page.reload();
  await log(page).getByRole('button', { name: 'Velocidade 1,5×' }).first().waitFor();
});

test('a file is forwarded from the dialog, which shows it, and arrives as a copy on the other customer’s phone', async () => {
  const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#b58a5a' } })
    .jpeg()
    .toBuffer();
  const page = await inConversation(wide, '551170000703', 'Ana Clara', [{ bytes, name: 'mesa.jpg', body: 'A mesa' }]);
  const bubble = log(page).locator('[data-key]').filter({ hasText: 'A mesa' });
  await bubble.hover();
  await bubble.getByRole('button', { name: 'Encaminhar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Encaminhar mensagem' });
  await dialog.getByText('mesa.jpg').waitFor();
  await until(() => page.evaluate("document.querySelector('blockquote img')?.naturalWidth > 0"));
  await dialog.getByRole('option', { name: /Dagmar/ }).click();
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Encaminhar', exact: true }).click();
  await page.getByText('Mensagem encaminhada com sucesso').waitFor();
  const { id, token } = the.product.demo.connection;
  const headers = { authorization: `Bearer ${token}` };
  type Delivered = { text: string; media: { filename: string; url: string } | null };
  const delivered = await until(async () => {
    const answer = await fetch(`${the.product.url}/webhooks/simulator/${id}/delivered?to=${fresh.number}`, { headers });
    return ((await answer.json()) as Delivered[])[0] ?? false;
  });
  expect(delivered).toMatchObject({ text: 'A mesa', media: { filename: 'mesa.jpg' } });
  const came = await fetch(`${the.product.url}${(delivered as Delivered).media!.url}`, { headers });
  expect(Buffer.from(await came.arrayBuffer()).equals(bytes)).toBe(true);
});

/** A second or two of an upright video, in red, as this browser records it. */
const recorded = async (page: Page): Promise<string> =>
  page.evaluate(`(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 180, height: 320 });
    const drawn = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm;codecs=vp8' });
    const pieces = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    const ended = new Promise((resolve) => { recorder.onstop = resolve; });
    recorder.start();
    for (let n = 0; n < 40; n += 1) {
      drawn.fillStyle = 'rgb(200, 30, 30)';
      drawn.fillRect(0, 0, 180, 320);
      drawn.fillStyle = 'white';
      drawn.fillRect(4 * n, 300, 8, 8);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    recorder.stop();
    await ended;
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
    return btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), ''));
  })()`);

test('a customer’s video shows its first frame, and once seen has its measures; this device keeps no video that was not played', async () => {
  const [number, name] = ['551170000704', 'Lia Peçanha'];
  const page = await inConversation(phone, number, name, [], { serviceWorkers: 'allow' });
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.reload();
  await log(page).waitFor();
  expect(await page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
  const sends = async (type: string, media: object) => {
    const { id, token } = the.product.demo.connection;
    const answer = await fetch(`${the.product.url}/webhooks/simulator/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: `${type}-1`, type, from: number, name, at: new Date().toISOString(), media }),
    });
    expect(answer.status).toBe(202);
  };
  // Its length is not what the customer's app says.
  const measures = { width: 180, height: 320, durationMs: 60_000 };
  await sends('video', { mimetype: 'video/webm', data: await recorded(page), ...measures });
  const video = log(page).getByRole('button', { name: 'Abrir Vídeo' });
  const isDrawn = (within: string) =>
    page.evaluate(`document.querySelector('[role=log] [data-media=${within}] img')?.naturalWidth > 0`);
  await until(() => isDrawn('video'));
  expect(await video.boundingBox()).toMatchObject({ width: 180, height: 320 });
  // The player has given its frame, and is gone.
  expect(await video.locator('video').count()).toBe(0);
  const colour = await page.evaluate<number[]>(`(() => {
    const [canvas, image] = [document.createElement('canvas'), document.querySelector('[data-media=video] img')];
    canvas.getContext('2d').drawImage(image, 0, 0);
    return [...canvas.getContext('2d').getImageData(20, 20, 1, 1).data, image.naturalWidth, image.naturalHeight];
  })()`);
  expect(colour).toEqual([...[200, 30, 30].map((part) => expect.closeTo(part, -1.7)), 255, 180, 320]);

  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#357' } }).png();
  await sends('image', { mimetype: 'image/png', data: (await picture.toBuffer()).toString('base64') });
  await until(() => isDrawn('image'));
  const kept = () =>
    page.evaluate<string[]>(
      "caches.open('prosa-media').then(async (cache) => (await cache.keys()).map(({ url }) => new URL(url).pathname))",
    );
  // Files are kept one after another: the picture after what came before it.
  await until(async () => (await kept()).some((path) => path.startsWith('/api/media/')));
  const ticketId = page.url().split('/').at(-1);
  const { body } = await admin.call<{ messages: { mediaType: string; mediaUrl: string; media: object }[] }>(
    `GET /messages/${ticketId}`,
  );
  const film = body.messages.find(({ mediaType }) => mediaType === 'video')!;
  expect((await kept()).filter((path) => path.includes(film.mediaUrl.split('/')[3]!))).toEqual([]);

  await page.reload();
  await until(() => isDrawn('video'));
  expect(await video.boundingBox()).toMatchObject({ width: 180, height: 320 });
  expect(await video.textContent()).toMatch(/^0:0[1-9]$/);
  expect(await axe(page)).toEqual([]);
  await video.click();
  const player = page.getByRole('dialog').locator('video');
  const { width, height } = (await player.boundingBox())!;
  expect(height / width).toBeCloseTo(320 / 180, 1);
  await until(() => page.evaluate("document.querySelector('[role=dialog] video').readyState === 4"));
  expect(await player.boundingBox()).toMatchObject({ width, height });
});

test('the viewer says that it cannot play a video that is cut off, readably in the light theme too', async () => {
  const beginning = Buffer.concat([Buffer.from('0000001c667479706d703432000000006d70343269736f6d', 'hex'), Buffer.alloc(300)]);
  const page = await inConversation(phone, '551170000705', 'Nair Peçanha', [{ bytes: beginning, name: 'cortado.mp4' }]);
  await log(page).getByRole('button', { name: 'Abrir cortado.mp4' }).click();
  const viewer = page.getByRole('dialog', { name: 'Fotos e vídeos da conversa' });
  await viewer.getByRole('alert').getByText('num formato que este navegador não toca', { exact: false }).waitFor();
  await viewer.getByRole('link', { name: 'Baixar cortado.mp4' }).waitFor();
  expect(await axe(page)).toEqual([]);
});
