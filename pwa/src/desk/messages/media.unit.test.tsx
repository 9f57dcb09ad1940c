import { beforeAll, expect, test } from '@jest/globals';
import type { MessageView } from '@prosa/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aMessage, childOf } from '../../testing/records.ts';
import { company, enterConversation, heard, openTicket, withCompany } from '../tickets/screen.fixture.tsx';
import './media/lightbox.tsx'; // loaded before the first test
import './media/media-body.tsx';
import { roomOf, type ShownMedia } from './media/media.model.ts';
import { peaksOf } from './media/peaks.ts';

withCompany();
// jsdom loads no media, and says so.
beforeAll(() => void Object.assign(HTMLMediaElement.prototype, { load: () => undefined }));

let last = 300;
const aFile = (kind: ShownMedia['kind'], media: Partial<ShownMedia> = {}, more: Partial<MessageView> = {}): MessageView => {
  last += 1;
  const own = { mime: '', bytes: 217_088, name: null, width: null, height: null, durationMs: null, thumbnailUrl: null };
  const types = { image: 'image', sticker: 'image', audio: 'audio', video: 'video', document: 'application' } as const;
  return {
    ...aMessage({ id: childOf(1, last), ticketId: openTicket.id, body: '', position: String(last), mediaType: types[kind] }),
    ...{ mediaUrl: `/api/media/${last}`, media: { kind, ...own, ...media }, ...more },
  } as MessageView;
};
const open = async (...messages: MessageView[]) => {
  company.messages.push(...messages);
  const { push } = await enterConversation(`/tickets/${openTicket.id}`);
  return Object.assign(await screen.findByRole('log', { name: 'Mensagens' }), { push });
};

test('a file reserves its room before it is loaded, within the width of its bubble', () => {
  expect(roomOf(aFile('image', { width: 4000, height: 3000 }))).toEqual({ width: 320, height: 240 });
  expect(roomOf(aFile('video', { width: 1080, height: 1920 }))).toEqual({ width: 180, height: 320 });
  expect(roomOf(aFile('image', { width: 200, height: 150 }))).toEqual({ width: 200, height: 150 });
  expect(roomOf(aFile('image'))).toEqual({ width: 240, height: 180 });
  expect(roomOf(aFile('sticker', { width: 512, height: 512 }))).toEqual({ width: 160, height: 160 });
});

test('a picture is shown small, and in full size among all pictures of the conversation, by keyboard too', async () => {
  const log = await open(
    aFile('image', { name: 'mesa.jpg', thumbnailUrl: '/api/media/small' }, { body: 'Ficou assim' }),
    aFile('document', { name: 'nota.pdf' }),
    aFile('image', { name: 'pe.jpg' }),
  );
  const small = await within(log).findByRole('button', { name: 'Abrir mesa.jpg' });
  expect(within(small).getByRole('img').getAttribute('src')).toBe('/api/media/small');
  await userEvent.click(small);
  const viewer = await screen.findByRole('dialog', { name: 'Fotos e vídeos da conversa' });
  const shown = () => within(viewer).getByRole('img').getAttribute('src');
  const first = shown();
  expect(first).toMatch(/^\/api\/media\/\d+$/);
  expect(within(viewer).getByRole('status').textContent).toBe('mesa.jpg · 1 de 2');
  await userEvent.keyboard('{ArrowRight}');
  expect(within(viewer).getByRole('status').textContent).toBe('pe.jpg · 2 de 2');
  expect(within(viewer).getByRole('link', { name: 'Baixar pe.jpg' }).getAttribute('href')).toBe(shown());
  expect(within(viewer).queryByRole('button', { name: 'Próxima' })).toBeNull();
  await userEvent.keyboard('+');
  expect(within(viewer).getByRole('img').style.transform).toContain('scale(1.5)');
  await userEvent.click(within(viewer).getByRole('button', { name: 'Anterior' }));
  expect(shown()).toBe(first);
  expect(within(viewer).getByRole('img').style.transform).toContain('scale(1)');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a video without a small picture shows its own beginning, of which no more is loaded than that takes', async () => {
  const log = await open(
    aFile('video', { width: 1_080, height: 1_920, durationMs: 83_000 }),
    aFile('video', { thumbnailUrl: '/api/media/small' }),
  );
  const [one, other] = await within(log).findAllByRole('button', { name: 'Abrir Vídeo' });
  expect(one!.textContent).toBe('1:23');
  expect(one!.closest<HTMLElement>('[data-media]')!.style).toMatchObject({ width: '180px', aspectRatio: '180 / 320' });
  const player = one!.querySelector('video')!;
  expect(player.src).toMatch(/\/api\/media\/\d+\?frame#t=0\.1$/);
  expect(player).toMatchObject({ preload: 'metadata', autoplay: false, muted: true, controls: false });
  expect(within(other!).getByRole('img').getAttribute('src')).toBe('/api/media/small');
});

test('a quote shows the small picture of its file, or the beginning of a video, also above what is being written', async () => {
  const [photo, film] = [aFile('image', { thumbnailUrl: '/api/media/small' }), aFile('video')];
  const quoting = ({ id, media }: MessageView, more: object = {}) =>
    aFile(
      'document',
      {},
      {
        quotedMsg: {
          ...{ id, body: '', fromMe: false, isDeleted: false, author: 'Otávio', hidden: false },
          ...{ kind: media!.kind, thumbnailUrl: media!.thumbnailUrl, ...more },
        },
      },
    );
  const older = aFile('video', { thumbnailUrl: '/api/media/older' });
  const log = await open(photo, film, quoting(photo), quoting(film), quoting(older), quoting(photo, { isDeleted: true }));
  await within(log).findAllByRole('button', { name: /^Otávio/ });
  const quotes = within(log).getAllByRole('button', { name: /^Otávio/ });
  const shown = quotes.map((quote) => quote.querySelector('img, video')?.getAttribute('src')?.replace(/\d+/, 'N'));
  expect(shown).toEqual(['/api/media/small', '/api/media/N?frame#t=0.1', '/api/media/older', undefined]);
  const bubble = within(log).getByRole('button', { name: 'Abrir Vídeo' }).closest('li')!;
  await userEvent.hover(bubble);
  await userEvent.click(within(bubble).getByRole('button', { name: 'Responder' }));
  const bar = screen.getByRole('form', { name: 'Escrever mensagem' }).querySelector('blockquote')!;
  expect(bar.querySelector('video')?.getAttribute('src')).toMatch(/\?frame#t=0\.1$/);
});

test('who saves data sees no more of a video than that it is one', async () => {
  Object.assign(navigator, { connection: { saveData: true } });
  try {
    const log = await open(aFile('video'));
    const video = await within(log).findByRole('button', { name: 'Abrir Vídeo' });
    expect(video.querySelector('video')).toBeNull();
  } finally {
    Reflect.deleteProperty(navigator, 'connection');
  }
});

test('what is heard may be moved by keys, at a pace that is remembered for all', async () => {
  const log = await open(aFile('audio', { durationMs: 83_000 }), aFile('audio', { durationMs: 4_000 }));
  const [slider, short] = (await within(log).findAllByRole('slider', { name: 'Posição' })) as [
    HTMLInputElement,
    HTMLInputElement,
  ];
  act(() => slider.focus());
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{PageUp}{ArrowLeft}');
  expect([slider.value, slider.getAttribute('aria-valuetext')]).toEqual(['35', '0:35 de 1:23']);
  expect(within(log).getByText('−0:48')).toBeTruthy();
  act(() => short.focus());
  await userEvent.keyboard('{ArrowUp}');
  expect(short.value).toBe('4');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(short.value).toBe('0');
  await userEvent.click(within(log).getAllByRole('button', { name: 'Velocidade 1×' })[0]!);
  expect(within(log).getAllByRole('button', { name: 'Velocidade 1,5×' })).toHaveLength(2);
  expect(localStorage.getItem('audioSpeed')).toBe('1.5');
});

test('a finger that scrolls the conversation leaves what is heard where it was', async () => {
  const log = await open(aFile('audio', { durationMs: 83_000 }));
  const slider = (await within(log).findByRole('slider', { name: 'Posição' })) as HTMLInputElement;
  const touch = (type: string, value: string) => {
    fireEvent(slider, new MouseEvent('pointerdown', { bubbles: true })); // jsdom has no PointerEvent
    fireEvent.change(slider, { target: { value } });
    fireEvent(slider, new MouseEvent(type, { bubbles: true }));
    return slider.value;
  };
  expect([touch('pointerup', '30'), touch('pointercancel', '60')]).toEqual(['30', '30']);
});

test('the bars of a sound are as loud as its parts', () => {
  const loud = Float32Array.from({ length: 8_000 }, (_, at) => (at < 4_000 ? 0.2 : 0.8) * Math.sin(at));
  const peaks = peaksOf(loud, 4);
  expect(peaks.map((peak) => Math.round(peak * 100) / 100)).toEqual([0.25, 0.25, 1, 1]);
  expect(peaksOf(new Float32Array(100), 3)).toEqual([0.08, 0.08, 0.08]);
  expect(peaksOf(new Float32Array(0))).toHaveLength(48);
});

test('a customer’s file that is being fetched has its place, and is shown there once it arrives', async () => {
  const coming = aFile('image', { name: 'mesa.jpg', bytes: 217_088 }, { mediaUrl: null });
  const log = await open(coming, aFile('audio', { bytes: 9_000 }, { mediaUrl: null }));
  const bubble = (await within(log).findByText('mesa.jpg')).closest<HTMLElement>('[data-media]')!;
  expect(bubble.textContent).toContain('212 kB · Recebendo…');
  expect(within(log).getByText('Áudio')).toBeTruthy();
  expect(within(log).queryByRole('button', { name: 'Abrir mesa.jpg' })).toBeNull();
  const before = bubble.getAttribute('style');
  log.push('appMessage', 'update', {
    ...coming,
    mediaUrl: '/api/media/1/x',
    media: { ...coming.media!, width: 900, height: 1_600, thumbnailUrl: '/api/media/2/x' },
  });
  await within(bubble).findByRole('button', { name: 'Abrir mesa.jpg' });
  expect(bubble.getAttribute('style')).toBe(before);
});

test.each([
  ['gone', 'O canal não tem mais este arquivo.'],
  ['unavailable', 'O canal não entregou o arquivo, depois de várias tentativas.'],
])('a file that did not come says why (%s), and is fetched once more by the keyboard', async (mediaError, why) => {
  const failed = aFile('document', { name: 'nota.pdf' }, { mediaUrl: null, mediaError });
  const log = await open(failed);
  expect(await within(log).findByText(why)).toBeTruthy();
  act(() => within(log).getByRole('button', { name: 'tentar de novo' }).focus());
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(heard(`POST /messages/${failed.id}/retry`)).toHaveLength(1));
  log.push('appMessage', 'update', { ...failed, mediaError: null });
  await within(log).findByText(/Recebendo…/);
  expect(within(log).queryByText(why)).toBeNull();
});

test.each([
  ['refused', /danificado .* Peça ao cliente que o envie de novo\./],
  ['too-large', /maior do que o permitido\. Peça ao cliente um menor\./],
])('a file that no other try would bring says why and offers none (%s)', async (mediaError, why) => {
  const log = await open(aFile('document', { name: 'nota.pdf' }, { mediaUrl: null, mediaError }));
  expect(await within(log).findByText(why)).toBeTruthy();
  expect(within(log).queryByRole('button', { name: 'tentar de novo' })).toBeNull();
});

test('sounds have their pace, papers their name and size', async () => {
  const log = await open(aFile('audio', { durationMs: 83_000 }), aFile('document', { name: 'Orçamento 2.207.pdf' }));
  expect(await within(log).findByText('1:23')).toBeTruthy();
  const pace = within(log).getByRole('button', { name: 'Velocidade 1×' });
  await userEvent.click(pace);
  expect(pace.textContent).toBe('1,5×');
  const paper = within(log).getByRole('link', { name: 'Baixar Orçamento 2.207.pdf' });
  expect(paper.textContent).toMatch(/PDF · 212 kB/);
});

test('a file without a name is named by its kind', async () => {
  const log = await open(aFile('image'), aFile('video'), aFile('sticker'), aFile('document'));
  expect(await within(log).findByRole('button', { name: 'Abrir Foto' })).toBeTruthy();
  expect(within(log).getByRole('img', { name: 'Figurinha' })).toBeTruthy();
  expect(within(log).getByRole('link', { name: 'Baixar Documento' })).toBeTruthy();
  await userEvent.click(within(log).getByRole('button', { name: 'Abrir Vídeo' }));
  const viewer = await screen.findByRole('dialog', { name: 'Fotos e vídeos da conversa' });
  expect(within(viewer).getByRole('status').textContent).toBe('Vídeo · 2 de 2');
});

test('an own audio shows how far it came, up to being heard; an own text up to being read', async () => {
  const steps = ['Na fila deste aparelho', 'Recebida pelo Prosa', 'Enviada', 'Entregue', 'Lida', 'Ouvida'];
  const log = await open(
    ...steps.flatMap((_, ack) => [
      aFile('audio', { durationMs: 3_000 + ack * 1_000 }, { fromMe: true, ack }),
      aMessage({
        ...{ id: childOf(1, 290 + ack), ticketId: openTicket.id, position: String(290 + ack), fromMe: true, ack },
        body: `Ouviu ${ack}?`,
      }),
    ]),
  );
  const ackOf = (bubble: HTMLElement) =>
    within(bubble.closest<HTMLElement>('[data-key]')!)
      .getByRole('img', { name: /Na fila|Prosa|Enviada|Entregue|Lida|Ouvida/ })
      .getAttribute('aria-label');
  await within(log).findByText('0:03');
  expect(steps.map((_, ack) => ackOf(within(log).getByText(`0:0${3 + ack}`)))).toEqual(steps);
  expect(steps.map((_, ack) => ackOf(within(log).getByText(`Ouviu ${ack}?`)))).toEqual([...steps.slice(0, 5), 'Lida']);
});

test('a file that did not arrive shows the reason, and can be fetched again', async () => {
  const lost = aFile('image', {}, { mediaError: 'ERR_WAPP_DOWNLOAD_MEDIA', mediaUrl: null });
  const log = await open({ ...lost, media: null } as MessageView);
  expect(await within(log).findByText('O arquivo não foi baixado')).toBeTruthy();
  expect(within(log).getByText(/^Não foi possível baixar a mídia/)).toBeTruthy();
  await userEvent.click(within(log).getByRole('button', { name: 'tentar de novo' }));
  await waitFor(() => expect(heard(`POST /messages/${lost.id}/retry`)).toHaveLength(1));
});

const gone = 'Não deu para mostrar este arquivo';

test('a picture that could not be loaded requests another address, and is loaded again although it is the same one', async () => {
  const log = await open(aFile('image', { name: 'mesa.jpg' }));
  fireEvent.error(within(await within(log).findByRole('button', { name: 'Abrir mesa.jpg' })).getByRole('img'));
  expect(await within(log).findByText(gone)).toBeTruthy();
  const before = heard(`GET /messages/${openTicket.id}`).length;
  await userEvent.click(within(log).getByRole('button', { name: 'tentar de novo' }));
  await waitFor(() => expect(heard(`GET /messages/${openTicket.id}`).length).toBeGreaterThan(before));
  expect(within(log).queryByText(gone)).toBeNull();
  expect(within(log).getByRole('button', { name: 'Abrir mesa.jpg' })).toBeTruthy();
});

test('an audio that the browser does not play can be downloaded', async () => {
  const log = await open(aFile('audio', { name: 'recado.amr' }));
  fireEvent.error((await within(log).findByRole('button', { name: 'Ouvir' })).parentElement!.querySelector('audio')!);
  expect((await within(log).findByRole('link', { name: 'Baixar recado.amr' })).getAttribute('href')).toMatch(/^\/api\/media/);
});

test.each(['image', 'video'] as const)(
  'in full size too the viewer says that it could not show the %s, and tries again',
  async (kind) => {
    const log = await open(aFile(kind, { name: 'mesa', thumbnailUrl: '/api/media/small' }));
    await userEvent.click(await within(log).findByRole('button', { name: 'Abrir mesa' }));
    const viewer = await screen.findByRole('dialog', { name: 'Fotos e vídeos da conversa' });
    const shown = () => viewer.querySelector('img, video');
    fireEvent.error(shown()!);
    const said = (await within(viewer).findByRole('alert')).textContent!;
    expect([said.includes(gone), said.includes('formato que este navegador não toca')]).toEqual([true, kind === 'video']);
    expect(shown()).toBeNull();
    expect(within(viewer).getByRole('link', { name: 'Baixar mesa' })).toBeTruthy();
    await userEvent.click(within(viewer).getByRole('button', { name: 'tentar de novo' }));
    expect(within(viewer).queryByRole('alert')).toBeNull();
    expect(shown()).toBeTruthy();
  },
);
