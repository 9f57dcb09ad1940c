import { newId } from '@prosa/contracts';
import { apiKeyHashOf, isApiKey, isGoodKey, readApiKey, writeApiKey } from './api-key.ts';

const of = { companyId: newId(), keyId: newId() };
const secret = (byte: number) => Buffer.alloc(32, byte);
const at = (time: string) => new Date(`2026-03-01T${time}:00.000Z`);

test('a key names its company and itself', () => {
  const key = writeApiKey(of, secret(7));
  expect(key).toMatch(/^prosa_[\w-]{86}$/);
  expect(readApiKey(key)).toEqual(of);
});

test.each([
  '',
  'prosa_',
  'prosa_abc',
  `${writeApiKey(of, secret(7))}A`,
  writeApiKey(of, secret(7)).replace('prosa_', 'other_'),
  'eyJhbGci',
])('“%s” is no key', (text) => expect(readApiKey(text)).toBeNull());

test('an access token is not taken for a key', () => expect(isApiKey('eyJhbGciOiJIUzI1NiJ9.e30.x')).toBe(false));

test('a key is good by its hash, and one before it until its time', () => {
  const [old, now, other] = [1, 2, 3].map((byte) => writeApiKey(of, secret(byte))) as [string, string, string];
  const hashes = { hash: apiKeyHashOf(now), previous: [{ hash: apiKeyHashOf(old), until: at('12:00').toISOString() }] };
  expect(isGoodKey(now, hashes, at('13:00'))).toBe(true);
  expect(isGoodKey(old, hashes, at('11:59'))).toBe(true);
  expect(isGoodKey(old, hashes, at('12:00'))).toBe(false);
  expect(isGoodKey(other, hashes, at('11:00'))).toBe(false);
});
