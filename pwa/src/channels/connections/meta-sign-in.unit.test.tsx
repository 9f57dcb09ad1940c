import { BroadcastChannel as NodeChannel } from 'node:worker_threads';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { idOf } from '../../testing/records.ts';
import type { Said } from '../../testing/server.ts';
import './connections.screen.tsx'; // loaded before the first test
import { feature as queuesFeature } from '../../flows/queues/queues.feature.ts';
import { feature as connectionsScreen } from './connections.later.ts';
import { passMetaAnswerOn } from './meta-return.ts';

/** One that screens leave open does not keep the process. */
class BroadcastChannel extends NodeChannel {
  constructor(name: string) {
    super(name);
    this.unref();
  }
}
const headers = { 'prosa-position': '100' };
const connected = { body: { connections: [{ id: idOf(7, 2), name: 'Flor' }], left: [] }, headers };
let answer: Said;
let asked: number;
let popup: { closed: boolean; close: () => void; opener: unknown };
let opened: string[];
const channels: BroadcastChannel[] = [];
const real = window.open;

withCompany();
beforeEach(() => {
  Object.assign(globalThis, { BroadcastChannel });
  answer = connected;
  asked = -1; // the screen asks first whether there is an app
  opened = [];
  popup = { closed: false, close: jest.fn(), opener: window };
  window.open = (url) => {
    opened.push(String(url));
    return popup as unknown as Window;
  };
  company.answer = ({ call }) => {
    if (call === 'GET /whatsapp') return { body: [], headers };
    if (call === 'POST /facebook/dialog') return { body: { url: dialog(`state-${++asked}`) } };
    return call === 'POST /facebook/sign-in' ? answer : undefined;
  };
});
afterEach(() => {
  window.open = real;
  for (const channel of channels.splice(0)) channel.close();
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
});

const dialog = (state: string, origin = location.origin) =>
  `https://www.facebook.com/v25.0/dialog/oauth?${new URLSearchParams({ state, redirect_uri: `${origin}/connections/meta` })}`;
/** The window of the sign-in, as far as it is heard; what is said to it. */
const signedIn = (said: { state: string; code?: string; error?: string }): unknown[] => {
  const channel = new BroadcastChannel('prosa-meta');
  channels.push(channel);
  const told: unknown[] = [];
  channel.onmessage = (event) => void told.push((event as { data: unknown }).data);
  channel.postMessage({ kind: 'answer', answer: { code: null, error: null, ...said } });
  return told;
};
const begins = async () => {
  await enterScreen('/connections', connectionsScreen, queuesFeature);
  await userEvent.click((await screen.findAllByRole('button', { name: 'Adicionar' }))[0]!);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Facebook' }));
  return within(await screen.findByRole('dialog'));
};
const presses = async (form: Awaited<ReturnType<typeof begins>>): Promise<void> => {
  await waitFor(() => expect(form.getByRole('button', { name: 'Entrar com a Meta' }).getAttribute('aria-busy')).toBeNull());
  await userEvent.click(form.getByRole('button', { name: 'Entrar com a Meta' }));
};
const sent = () => heard('POST /facebook/sign-in').map(({ body }) => body);

test('C33: what the window of Meta comes back with connects the pages, if it has the state of this window', async () => {
  const form = await begins();
  await presses(form);
  await form.findByText('Conclua a entrada na janela da Meta.');
  expect([opened, popup.opener]).toEqual([[dialog('state-1')], null]);
  const foreign = signedIn({ state: 'made up', code: 'AQ-foreign' });
  const own = signedIn({ state: 'state-1', code: 'AQ-own' });
  await screen.findByText('1 página conectada.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toEqual([{ code: 'AQ-own', state: 'state-1', kind: 'facebook' }]);
  expect(popup.close).toHaveBeenCalled();
  expect(own).toContainEqual({ kind: 'taken', state: 'state-1' });
  expect(foreign).not.toContainEqual({ kind: 'taken', state: 'made up' });
});

test('C33: a window that was blocked, closed or refused is said, and each can be tried again', async () => {
  const form = await begins();
  const usual = window.open;
  window.open = () => null;
  await presses(form);
  await form.findByText(/O navegador bloqueou a janela da Meta/);
  window.open = usual;
  await presses(form);
  expect(form.queryByText(/bloqueou/)).toBeNull();
  act(() => {
    popup.closed = true;
  });
  await form.findByText(/foi fechada antes do fim/);
  popup.closed = false;
  await presses(form);
  signedIn({ state: 'state-1', error: 'access_denied' });
  await form.findByText(/O acesso não foi permitido na Meta/);
  await presses(form);
  // Each answer uses its state up.
  signedIn({ state: 'state-2', error: 'server_error' });
  await form.findByText(/A Meta não concluiu a entrada/);
  expect(opened).toEqual([1, 1, 2].map((nth) => dialog(`state-${nth}`)));
  expect(sent()).toEqual([]);
});

test.each([
  ['ERR_META_CODE', /A entrada com a Meta venceu/],
  ['ERR_META_STATE', /não começou aqui/],
  ['ERR_META_PERMISSION', /Falta permissão/],
] as const)('C33: a sign-in that is refused with %s says why, and the next one counts', async (error, text) => {
  const form = await begins();
  await presses(form);
  answer = { status: 409, body: { error, message: '' } };
  signedIn({ state: 'state-1', code: 'AQ-old' });
  await form.findByText(text);
  answer = connected;
  await presses(form);
  signedIn({ state: 'state-2', code: 'AQ-new' });
  await screen.findByText('1 página conectada.');
});

test('C33: a window that seemed closed may still come back', async () => {
  const form = await begins();
  await presses(form);
  popup.closed = true;
  await form.findByText(/foi fechada antes do fim/);
  signedIn({ state: 'state-1', code: 'AQ-own' });
  await screen.findByText('1 página conectada.');
});

test('a token can be typed instead; it is the only way where Meta would lead to another address', async () => {
  const form = await begins();
  await userEvent.click(form.getByRole('button', { name: 'Digitar um token' }));
  expect(form.getByLabelText('Token do usuário')).toBeTruthy();
  await userEvent.click(form.getByRole('button', { name: 'Entrar com a Meta, sem token' }));
  expect(form.queryByLabelText('Token do usuário')).toBeNull();
});

test('a sign-in that would return to another address than this one is not offered', async () => {
  const usual = company.answer;
  company.answer = (one) =>
    one.call === 'POST /facebook/dialog' ? { body: { url: dialog('state-1', 'https://elsewhere.example.com') } } : usual(one);
  const form = await begins();
  expect(await form.findByLabelText('Token do usuário')).toBeTruthy();
  expect(form.queryByRole('button', { name: /Entrar com a Meta/ })).toBeNull();
});

/** Where Meta has returned somebody to. */
const returned = (query: string): void => {
  document.body.innerHTML = '<div id="root"></div>';
  history.replaceState(null, '', `/connections/meta${query}#_=_`);
};

test('C33: the window of the sign-in passes the answer on, keeps it nowhere, and closes once it was taken', async () => {
  const channel = new BroadcastChannel('prosa-meta');
  channels.push(channel);
  const told: unknown[] = [];
  channel.onmessage = (event) => {
    told.push((event as { data: unknown }).data);
    channel.postMessage({ kind: 'taken', state: 'mine' });
  };
  const close = jest.spyOn(window, 'close').mockImplementation(() => undefined);
  returned('?code=AQ-own&state=mine');
  passMetaAnswerOn('pt');
  expect(location.href).toBe(`${location.origin}/connections/meta`);
  await screen.findByText('Pronto. Esta janela já pode ser fechada.');
  expect(told).toEqual([{ kind: 'answer', answer: { state: 'mine', code: 'AQ-own', error: null } }]);
  expect(close).toHaveBeenCalledTimes(1);
  close.mockRestore();
});

test.each(['?code=AQ-own&state=foreign', ''])('C33: if no window waits for it, "%s", it says so', async (query) => {
  const close = jest.spyOn(window, 'close').mockImplementation(() => undefined);
  returned(query);
  passMetaAnswerOn('pt', 50);
  await screen.findByText(/Nenhuma janela do Prosa espera por esta entrada/);
  expect(close).not.toHaveBeenCalled();
  close.mockRestore();
});
