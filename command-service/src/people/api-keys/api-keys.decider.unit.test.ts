import { limits } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import { apiKeys } from './api-keys.decider.ts';

const created = (keyId = 'a') => ({
  type: 'ApiKeyCreated' as const,
  data: { keyId, name: 'ERP', scopes: ['read'], hash: `hash of ${keyId}`, userId: 'carla' },
});
const create = { do: 'create key', id: 'a', name: 'ERP', scopes: ['read'], hash: 'hash of a', userId: 'carla' } as const;
const revoked = { type: 'ApiKeyRevoked', data: { keyId: 'a' } } as const;
const now = Date.parse('2026-03-01T12:00:00.000Z');

test('a key is made with its name, scopes and hash', () => given(apiKeys, []).when(create).gives([created()]));

test('the key before a rotation is good for a day more', () =>
  given(apiKeys, [created()])
    .when({ do: 'rotate key', id: 'a', hash: 'next', now })
    .gives([{ type: 'ApiKeyRotated', data: { keyId: 'a', hash: 'next', previousUntil: '2026-03-02T12:00:00.000Z' } }]));

test('a key is revoked once', () => {
  given(apiKeys, [created()]).when({ do: 'revoke key', id: 'a' }).gives([revoked]);
  given(apiKeys, [created(), revoked]).when({ do: 'revoke key', id: 'a' }).refuses('ERR_NO_API_KEY_FOUND');
});

test('a revoked or unknown key is not rotated', () => {
  given(apiKeys, [created(), revoked]).when({ do: 'rotate key', id: 'a', hash: 'next', now }).refuses('ERR_NO_API_KEY_FOUND');
  given(apiKeys, [created()]).when({ do: 'rotate key', id: 'b', hash: 'next', now }).refuses('ERR_NO_API_KEY_FOUND');
});

test('a company has a bounded number of keys, without those that were revoked', () => {
  const many = Array.from({ length: limits.apiKeys - 1 }, (_, n) => created(`k${n}`));
  given(apiKeys, [...many, created('x')])
    .when(create)
    .refuses('ERR_TOO_MANY_API_KEYS');
  given(apiKeys, [...many, created(), revoked])
    .when({ ...create, id: 'y' })
    .givesLike([{ type: 'ApiKeyCreated' }]);
});
