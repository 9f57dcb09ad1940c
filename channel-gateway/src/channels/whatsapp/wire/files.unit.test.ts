import { Permanent } from '../../provider.port.ts';
import { addressOf } from './files.ts';

const mediaUrl = 'https://mmg.whatsapp.net';

test.each([
  ['/v/t62.7118-24/1234.enc?ccb=11-4&oh=01', `${mediaUrl}/v/t62.7118-24/1234.enc?ccb=11-4&oh=01`],
  ['v/1234.enc', `${mediaUrl}/v/1234.enc`],
  ['https://media-gru2-1.cdn.whatsapp.net/v/1', 'https://media-gru2-1.cdn.whatsapp.net/v/1'],
])('the path %s is on a server of WhatsApp', (path, address) =>
  expect(addressOf({ path, url: null }, mediaUrl).href).toBe(address),
);

const ELSEWHERE = [
  'http://127.0.0.1:8080/latest/meta-data/',
  'HTTP://127.0.0.1/',
  'http:127.0.0.1/',
  'http:/127.0.0.1/',
  ' http://127.0.0.1/',
  '\thttp://127.0.0.1/',
  'ht\ntp://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://[::1]/',
  '//127.0.0.1/',
  '\\\\127.0.0.1\\x',
  '/\\127.0.0.1/',
  '/\t/127.0.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://mmg.whatsapp.net@127.0.0.1/',
  'https://me:secret@mmg.whatsapp.net/',
  'https://mmg.whatsapp.net.evil.test/',
  'https://evilwhatsapp.net/',
  'http://mmg.whatsapp.net/',
  'file:///etc/passwd',
  'data:text/plain,x',
  'http://',
];
test.each(ELSEWHERE)('no file is fetched from %j, whether a path or an address names it', (named) => {
  expect(() => addressOf({ path: named, url: null }, mediaUrl)).toThrow(Permanent);
  expect(() => addressOf({ path: null, url: named }, mediaUrl)).toThrow(Permanent);
});
test('an address without its server is none', () =>
  expect(() => addressOf({ path: null, url: '/v/1234.enc' }, mediaUrl)).toThrow(Permanent));
