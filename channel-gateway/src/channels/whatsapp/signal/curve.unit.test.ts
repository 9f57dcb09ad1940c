import { randomBytes } from 'node:crypto';
import * as curve from 'libsignal/src/curve.js';
import { isSigned } from './curve.ts';

const MANY = 20;
const SIGN_BIT = 0x80;

test('it takes what libsignal signs, whatever the sign of the key, and nothing else', () => {
  const signs = new Set<number>();
  for (let n = 0; n < MANY; n += 1) {
    const { pubKey, privKey } = curve.generateKeyPair();
    const [key, message] = [Buffer.from(pubKey), randomBytes(1 + n * 7)];
    const signature = Buffer.from(curve.calculateSignature(Buffer.from(privKey), message));
    signs.add(signature[63]! & SIGN_BIT);
    expect(isSigned(key, message, signature)).toBe(true);
    expect(isSigned(key.subarray(1), message, signature)).toBe(true);
    expect(isSigned(key, Buffer.concat([message, message]), signature)).toBe(false);
    expect(isSigned(Buffer.from(curve.generateKeyPair().pubKey), message, signature)).toBe(false);
    for (const place of [0, 31, 32, 62, 63]) {
      const other = Buffer.from(signature);
      other[place]! ^= place === 63 ? SIGN_BIT : 1;
      expect(isSigned(key, message, other)).toBe(false);
    }
  }
  expect(signs.size).toBe(2);
});

test.each([
  ['a short key', Buffer.alloc(31), Buffer.alloc(64)],
  ['a long key', Buffer.alloc(34), Buffer.alloc(64)],
  ['a short signature', Buffer.alloc(32, 9), Buffer.alloc(63)],
  ['zeros', Buffer.alloc(32), Buffer.alloc(64)],
  ['a key outside of the field', Buffer.alloc(32, 255), Buffer.alloc(64, 255)],
])('%s is refused', (_, key, signature) => {
  expect(isSigned(key, Buffer.from('Oi'), signature)).toBe(false);
});
