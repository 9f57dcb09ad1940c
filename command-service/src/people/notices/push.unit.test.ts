import { randomBytes } from 'node:crypto';
import { assertNamesPublic, isPublic } from './public-address.ts';
import { areDeviceKeys, pushKeysOf } from './push-keys.ts';
import { pushServices } from './push-service.ts';

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  '2002:7f00:1::',
  '2001:0:1::1',
  '2001:db8::1',
  'localhost',
  '',
])('%s is not public', (address) => {
  expect(isPublic(address)).toBe(false);
});

test.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2607:f8b0::1', '2a00:1450::1'])('%s is public', (address) => {
  expect(isPublic(address)).toBe(true);
});

test('an address in a URL is checked in any notation', () => {
  for (const host of ['127.1', '2130706433', '0x7f.1', '017700000001', '[::1]', '[::ffff:7f00:1]'])
    expect(() => assertNamesPublic(new URL(`https://${host}/x`))).toThrow(/no public address/);
});

test.each(['http://8.8.8.8/x', 'https://127.0.0.1/x', 'https://localhost/x', 'https://user:secret@8.8.8.8/x'])(
  '%s may not be called, unless its origin is allowed',
  async (endpoint) => {
    const keys = pushKeysOf(randomBytes(32));
    const services = pushServices({ keys, contact: 'mailto:a@b.test' });
    expect(await services.allows(endpoint)).toBe(false);
    const { origin } = new URL(endpoint);
    expect(await pushServices({ keys, contact: 'mailto:a@b.test', allowed: [origin] }).allows(endpoint)).toBe(true);
    expect(await services.allows('https://8.8.8.8/x')).toBe(true);
  },
);

test('a secret always gives the same key pair, also one that is no valid scalar', () => {
  const secret = randomBytes(32);
  expect(pushKeysOf(secret)).toEqual(pushKeysOf(secret));
  expect(pushKeysOf(Buffer.alloc(32, 0xff)).publicKey).toHaveLength(87);
  expect(Buffer.from(pushKeysOf(secret).publicKey, 'base64url')[0]).toBe(4);
});

test('keys of a device must be a point on the curve and 16 bytes', () => {
  const p256dh = pushKeysOf(randomBytes(32)).publicKey;
  const auth = randomBytes(16).toString('base64url');
  expect(areDeviceKeys({ p256dh, auth })).toBe(true);
  expect(areDeviceKeys({ p256dh, auth: 'short' })).toBe(false);
  expect(areDeviceKeys({ p256dh: randomBytes(65).toString('base64url'), auth })).toBe(false);
  expect(areDeviceKeys({ p256dh: '', auth })).toBe(false);
});
