import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider, useSelector } from 'react-redux';
import { listen } from '../../testing/server.ts';
import { files } from '../outbox/files.ts';
import { upload } from '../outbox/upload.ts';
import { company, enter, heard, openTicket, withCompany } from '../tickets/screen.fixture.tsx';
import { UploadStrip } from './upload-strip.tsx';
import { selectUploads, type Upload, uploadsAsked, type WithUploads } from './uploads.slice.ts';

type Came = { url: string; token: string | undefined; body: string };
type Answer = { status: number; body?: object } | 'never';

let came: Came[];
let answers: Answer[];
let place: Awaited<ReturnType<typeof listen>>;
const ordinary = XMLHttpRequest.prototype.open;

withCompany();
beforeEach(async () => {
  came = [];
  answers = [];
  const server = createServer(async (request, response) => {
    // For this page the server is another origin.
    const allowed = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization' };
    if (request.method === 'OPTIONS') return void response.writeHead(204, allowed).end();
    let body = '';
    for await (const chunk of request) body += String(chunk);
    came.push({ url: request.url ?? '', token: request.headers.authorization, body });
    const answer = answers.shift() ?? { status: 201, body: { mediaId: `m${came.length}` } };
    if (answer === 'never') return;
    response.writeHead(answer.status, { ...allowed, 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  place = await listen(server);
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, method: string, url: string | URL) {
    ordinary.call(this, method, String(url).replace(/^\/api/, `${place.url}/api`), true);
  } as typeof ordinary;
});
afterEach(async () => {
  XMLHttpRequest.prototype.open = ordinary;
  await place.close();
});

const SEND = `POST /messages/${openTicket.id}`;
const asked = (key: string, more: Partial<Upload> = {}): Upload => {
  files.set(key, new Blob([`bytes of ${key}`], { type: 'image/png' }));
  return {
    ...{
      key,
      ticketId: openTicket.id,
      name: `${key}.png`,
      bytes: 10,
      body: `legenda de ${key}`,
      signature: 'Marina',
      quoted: null,
    },
    ...{ state: 'waiting', part: 0, failure: null, ...more },
  };
};
const Strip = () => <UploadStrip uploads={useSelector((state: WithUploads) => selectUploads(state))} />;
const begin = async () => {
  const { store, router } = await enter(`/tickets/${openTicket.id}`);
  await screen.findByRole('log', { name: 'Mensagens' });
  const { container } = render(
    <Provider store={store}>
      <Strip />
    </Provider>,
  );
  const ask = (...uploads: Upload[]) => act(() => void store.dispatch(uploadsAsked(uploads)));
  return { ask, router, strip: within(container) };
};

test('a file is sent as a form with its name, and the answer contains its id', async () => {
  const file = new Blob(['x'.repeat(500_000)], { type: 'image/png' });
  const own = { ticketId: openTicket.id, file, name: 'foto.png', durationMs: 1_200, signal: new AbortController().signal };
  expect(await upload({ ...own, onProgress: () => undefined })).toBe('m1');
  expect(came[0]).toMatchObject({ url: `/api/media?ticketId=${openTicket.id}&durationMs=1200`, token: 'Bearer t1' });
  expect(came[0]!.body).toContain('name="media"; filename="foto.png"');
});

test('a refusal has its code; a cancelled upload ends as such; an expired token is renewed once', async () => {
  answers = [
    { status: 415, body: { error: 'ERR_MEDIA_KIND', message: '' } },
    'never',
    { status: 403, body: { error: 'ERR_SESSION_EXPIRED', message: '' } },
  ];
  const controller = new AbortController();
  const own = {
    ticketId: openTicket.id,
    file: new Blob(['x']),
    name: 'x',
    onProgress: () => undefined,
    signal: controller.signal,
  };
  await expect(upload(own)).rejects.toMatchObject({ code: 'ERR_MEDIA_KIND', status: 415 });
  const calledOff = upload(own);
  await waitFor(() => expect(came).toHaveLength(2));
  controller.abort();
  await expect(calledOff).rejects.toMatchObject({ code: 'CANCELLED' });
  company.answer = ({ call }) => (/refresh/.test(call) ? { body: { token: 't2', user: company.me } } : undefined);
  expect(await upload({ ...own, signal: new AbortController().signal })).toBe('m4');
  expect(came.map(({ token }) => token)).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t1', 'Bearer t2']);
});

test('the files of a ticket are uploaded one after another, and each becomes a message with its caption and its own key', async () => {
  const { ask } = await begin();
  ask(asked('k1'), asked('k2', { body: '', signature: null }));
  await waitFor(() => expect(heard(SEND)).toHaveLength(2));
  expect(heard(SEND).map(({ key, body }) => [key, body])).toEqual([
    ['k1', { body: 'legenda de k1', isObservation: false, signed: true, mediaId: 'm1' }],
    ['k2', { body: '', isObservation: false, signed: false, mediaId: 'm2' }],
  ]);
  expect(screen.queryByRole('list', { name: 'Arquivos a caminho' })?.children ?? []).toHaveLength(0);
  expect(files.size).toBe(0);
});

test('a failed file stays with its reason, and can be retried or discarded; the next ones continue', async () => {
  answers = [{ status: 415, body: { error: 'ERR_BUSY', message: '' } }];
  const { ask, strip } = await begin();
  ask(asked('k1'), asked('k2'));
  expect((await strip.findByRole('alert')).textContent).toMatch(/^k1\.png não foi enviado\. O sistema está ocupado/);
  await waitFor(() => expect(heard(SEND).map(({ key }) => key)).toEqual(['k2']));
  await userEvent.click(strip.getByRole('button', { name: 'tentar de novo' }));
  await waitFor(() => expect(heard(SEND).map(({ key }) => key)).toEqual(['k2', 'k1']));
  answers = [{ status: 415, body: { error: 'ERR_BUSY', message: '' } }];
  ask(asked('k3'));
  await userEvent.click(await strip.findByRole('button', { name: 'descartar' }));
  expect(strip.queryByRole('alert')).toBeNull();
  expect(files.size).toBe(0);
});

test('a cancelled upload causes no message, and the browser asks before leaving while uploads run', async () => {
  answers = ['never'];
  const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const { ask, strip } = await begin();
  expect(leave()).toBe(false);
  ask(asked('k1'), asked('k2'));
  expect(leave()).toBe(true); // the device does not have them yet
  await waitFor(() => expect(came).toHaveLength(1));
  expect(strip.getByRole('progressbar', { name: 'Enviando k1.png' })).toBeTruthy();
  expect(leave()).toBe(true);
  await userEvent.click(strip.getByRole('button', { name: 'Cancelar o envio de k1.png' }));
  await waitFor(() => expect(heard(SEND).map(({ key }) => key)).toEqual(['k2']));
  expect(leave()).toBe(false);
});

test('a picture that waits is seen from its own bytes, over another visit too, and they are let go of after it', async () => {
  answers = ['never', 'never'];
  const seen = new Map<string, Blob>();
  Object.assign(URL, {
    createObjectURL: (bytes: Blob) => {
      const url = `blob:${Math.random()}`;
      seen.set(url, bytes);
      return url;
    },
    revokeObjectURL: (url: string) => void seen.delete(url),
  });
  const { ask, router } = await begin();
  const uploads = [asked('k1', { type: 'image/png' }), asked('k2', { type: 'application/pdf' })];
  const bytes = files.get('k1');
  ask(...uploads);
  const log = within(screen.getByRole('log', { name: 'Mensagens' }));
  const shown = async () => (await log.findByRole<HTMLImageElement>('img', { name: 'k1.png' })).src;
  const first = await shown();
  expect(seen.get(first)).toBe(bytes);
  expect(log.queryByRole('img', { name: 'k2.png' })).toBeNull();
  await waitFor(() => expect(came).toHaveLength(1));
  expect(files.size).toBe(0);
  await act(() => router.navigate('/tickets'));
  await waitFor(() => expect(seen.size).toBe(0));
  await act(() => router.navigate(`/tickets/${openTicket.id}`));
  const again = within(await screen.findByRole('log', { name: 'Mensagens' }));
  const { src } = await again.findByRole<HTMLImageElement>('img', { name: 'k1.png' });
  expect([src === first, seen.get(src)]).toEqual([false, bytes]);
  await userEvent.click(screen.getAllByRole('button', { name: 'Cancelar o envio de k1.png' })[0]!);
  await waitFor(() => expect(seen.size).toBe(0));
});
