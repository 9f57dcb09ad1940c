import { Curve, WA_CERT_DETAILS } from '@whiskeysockets/baileys';
import { trustRoot } from '../signal/trust.ts';
import { whatsAppServers } from './servers.ts';

const rootKey = 'ab'.repeat(32);

test('without settings it is the real WhatsApp, with the version that Baileys brings', () => {
  expect(whatsAppServers({ NODE_ENV: 'production' })).toEqual({
    wsUrl: 'wss://web.whatsapp.com/ws/chat',
    mediaUrl: 'https://mmg.whatsapp.net',
    rootKey: null,
    version: null,
  });
});

test.each(['ws://10.0.0.1/ws/chat', 'wss://web.whatsapp.com.example/', 'not an address'])('%s is no place for a peer', (url) => {
  expect(() => whatsAppServers({ PROSA_WHATSAPP_WS_URL: url })).toThrow('PROSA_WHATSAPP_WS_URL');
  expect(() => whatsAppServers({ PROSA_WHATSAPP_MEDIA_URL: url })).toThrow('PROSA_WHATSAPP_MEDIA_URL');
});

test.each([
  { PROSA_WHATSAPP_WS_URL: 'ws://127.0.0.1:1/' },
  { PROSA_WHATSAPP_MEDIA_URL: 'https://localhost:1' },
  { PROSA_WHATSAPP_ROOT_KEY: rootKey },
])('in production no other place is taken: %o', (env) => {
  expect(() => whatsAppServers({ ...env, NODE_ENV: 'production' })).toThrow('not for production');
});

test('with a root key signatures are truly checked', () => {
  trustRoot(whatsAppServers({ PROSA_WHATSAPP_ROOT_KEY: rootKey }).rootKey!);
  expect(Buffer.from(WA_CERT_DETAILS.PUBLIC_KEY).toString('hex')).toBe(rootKey);
  const { public: key, private: secret } = Curve.generateKeyPair();
  const text = Buffer.from('text');
  const signature = Curve.sign(secret as Buffer, text);
  expect(Curve.verify(key, text, signature)).toBe(true);
  expect(Curve.verify(key, Buffer.from('another'), signature)).toBe(false);
  expect(Curve.verify(Curve.generateKeyPair().public, text, signature)).toBe(false);
  expect(Curve.verify(key, text, signature.subarray(1))).toBe(false);
});

test('a root key or a version in a wrong format is refused', () => {
  expect(() => whatsAppServers({ PROSA_WHATSAPP_ROOT_KEY: 'abc' })).toThrow('64 hexadecimal');
  expect(() => whatsAppServers({ PROSA_WHATSAPP_VERSION: '2.3000' })).toThrow('PROSA_WHATSAPP_VERSION');
  expect(whatsAppServers({ PROSA_WHATSAPP_VERSION: '2.3000.1043857760' }).version).toEqual([2, 3000, 1043857760]);
});
