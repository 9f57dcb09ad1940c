import { randomBytes } from 'node:crypto';
import { internalCalls } from './internal-calls.ts';

const calls = internalCalls(randomBytes(32));
const call = ['POST', '/internal/ask', '{"kind":"numbers"}'] as const;

test('a call is accepted as it was signed, for a minute', () => {
  const signature = calls.sign(...call, 1_000_000);
  expect(calls.isSigned(signature, ...call, 1_000_000)).toBe(true);
  expect(calls.isSigned(signature, 'POST', '/internal/ask', Buffer.from(call[2]), 1_059_000)).toBe(true);
  expect(calls.isSigned(signature, ...call, 1_061_000)).toBe(false);
  expect(calls.isSigned(signature, ...call, 939_000)).toBe(false);
});

test('nothing of it can be exchanged, and no other installation signs it', () => {
  const signature = calls.sign(...call);
  expect(calls.isSigned(signature, 'PUT', call[1], call[2])).toBe(false);
  expect(calls.isSigned(signature, call[0], '/internal/other', call[2])).toBe(false);
  expect(calls.isSigned(signature, call[0], call[1], '{}')).toBe(false);
  expect(calls.isSigned(internalCalls(randomBytes(32)).sign(...call), ...call)).toBe(false);
  for (const bad of [undefined, '', 'x', `${Date.now()}.short`]) expect(calls.isSigned(bad, ...call)).toBe(false);
});
