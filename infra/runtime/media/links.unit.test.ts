import { randomBytes, randomUUID } from 'node:crypto';
import { mediaLinks } from './links.ts';

const links = mediaLinks(randomBytes(32));
const hours = 3_600_000;
const noon = Date.parse('2026-03-05T12:00:00Z');
const id = randomUUID();
const signatureOf = (path: string) => path.split('/').at(-1)!;

test('all calls within six hours return the same link, which is valid until the next window ends', () => {
  const path = links.pathOf(id, noon);
  expect(links.pathOf(id, noon + 6 * hours - 1)).toBe(path);
  expect(links.pathOf(id, noon + 6 * hours)).not.toBe(path);
  const until = (noon + 12 * hours) / 1_000;
  expect(links.until(id, signatureOf(path), noon)).toBe(until);
  expect(links.until(id, signatureOf(path), noon + 12 * hours - 1)).toBe(until);
  expect(links.until(id, signatureOf(path), noon + 12 * hours)).toBeNull();
});

test('a link for a customer is valid for 30 days after its message', () => {
  const path = links.sharedPathOf(id, noon);
  expect(links.sharedPathOf(id, noon)).toBe(path);
  expect(links.until(id, signatureOf(path), noon + 30 * 24 * hours - 1)).toBe((noon + 30 * 24 * hours) / 1_000);
  expect(links.until(id, signatureOf(path), noon + 30 * 24 * hours)).toBeNull();
});

test('a signature is invalid for another file, another expiry, another secret, or if it is missing', () => {
  const signature = signatureOf(links.pathOf(id, noon));
  const [expires, hmac] = signature.split('-') as [string, string];
  expect(links.until(randomUUID(), signature, noon)).toBeNull();
  expect(links.until(id, `${Number(expires) + 1}-${hmac}`, noon)).toBeNull();
  expect(mediaLinks(randomBytes(32)).until(id, signature, noon)).toBeNull();
  for (const bad of ['', '-', `${expires}-`, `${signature}x`, `${expires}-${'é'.repeat(22)}`, '1-1'])
    expect(links.until(id, bad, noon)).toBeNull();
});

test('C29: a link for a channel is valid for an hour', () => {
  const brief = mediaLinks(Buffer.alloc(32, 1));
  const at = Date.UTC(2026, 10, 23, 12);
  const [, , , mediaId, signature] = brief.briefPathOf('0197a3a5-3b1e-7000-8000-000000000001', at).split('/');
  expect(brief.until(mediaId!, signature!, at + 3_599_000)).toBe(at / 1_000 + 3_600);
  expect(brief.until(mediaId!, signature!, at + 3_600_000)).toBeNull();
});
