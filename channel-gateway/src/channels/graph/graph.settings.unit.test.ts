import { MESSENGER } from '../messaging/messaging.accounts.ts';
import { signInUrl } from '../messaging/messaging.sign-in.ts';
import { verdictOf } from './graph.errors.ts';

import { endsSoon, graphSettings } from './graph.settings.ts';

test('without settings it is Meta’s own Graph, and no app', () =>
  expect(graphSettings({})).toEqual({
    url: 'https://graph.facebook.com',
    dialogUrl: 'https://www.facebook.com',
    version: 'v25.0',
    appId: null,
    appSecret: null,
    verifyToken: null,
    publicUrl: null,
  }));

test.each(['https://graph.example.com', 'http://10.0.0.1:80', 'http://127.0.0.1.example.com', 'nonsense'])(
  'another Graph at %s is refused: tokens, or people, would be sent there',
  (url) => {
    expect(() => graphSettings({ PROSA_GRAPH_URL: url })).toThrow('PROSA_GRAPH_URL');
    expect(() => graphSettings({ PROSA_META_DIALOG_URL: url })).toThrow('PROSA_META_DIALOG_URL');
  },
);

test('one on this machine is for tests only', () => {
  const PROSA_GRAPH_URL = 'http://127.0.0.1:8091/';
  expect(graphSettings({ PROSA_GRAPH_URL }).url).toBe('http://127.0.0.1:8091');
  expect(() => graphSettings({ PROSA_GRAPH_URL, NODE_ENV: 'production' })).toThrow('production');
  const PROSA_META_DIALOG_URL = PROSA_GRAPH_URL;
  expect(graphSettings({ PROSA_META_DIALOG_URL }).dialogUrl).toBe('http://127.0.0.1:8091');
  expect(() => graphSettings({ PROSA_META_DIALOG_URL, NODE_ENV: 'production' })).toThrow('production');
});

test.each(['25', 'v25', 'latest', '../v25.0'])('"%s" is no version', (PROSA_GRAPH_VERSION) =>
  expect(() => graphSettings({ PROSA_GRAPH_VERSION })).toThrow('PROSA_GRAPH_VERSION'),
);

test('C33: the end of a version is told 90 days ahead', () => {
  expect(endsSoon({ version: 'v25.0' }, Date.UTC(2028, 2, 1))).toBe(false);
  expect(endsSoon({ version: 'v25.0' }, Date.UTC(2028, 4, 1))).toBe(true);
});

test.each([
  [190, 460, 'token'],
  [10, null, 'token'],
  [10, 2018278, 'window'],
  [200, null, 'token'],
  [299, null, 'token'],
  [300, null, 'refused'],
  [131005, null, 'token'],
  [132007, null, 'template'],
  [4, null, 'slow down'],
  [80007, null, 'slow down'],
  [368, null, 'restricted'],
  [131031, null, 'restricted'],
  [1, null, 'unknown'],
] as const)('C22: error %s/%s is %s', (code, subcode, verdict) => expect(verdictOf({ code, subcode })).toBe(verdict));

test('C33: the sign-in is offered where there are an app with its secret and an address to return to', () => {
  const env = { PROSA_META_APP_ID: '1', PROSA_META_APP_SECRET: 's', PROSA_PUBLIC_URL: 'https://prosa.example.com' };
  const offered = signInUrl(graphSettings(env), MESSENGER, 'state');
  expect(offered).toMatch(/^https:\/\/www\.facebook\.com\/v25\.0\/dialog\/oauth\?client_id=1&/);
  expect(new URL(offered!).searchParams.get('redirect_uri')).toBe('https://prosa.example.com/connections/meta');
  for (const missing of Object.keys(env))
    expect(signInUrl(graphSettings({ ...env, [missing]: '' }), MESSENGER, 'state')).toBeNull();
});
