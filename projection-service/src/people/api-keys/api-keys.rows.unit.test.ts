import { apiKeyEvents as k, newId } from '@prosa/contracts';
import { fact, given } from '../../testing/fold.ts';
import { userRows } from '../users/users.rows.ts';
import { apiKeyRows } from './api-keys.rows.ts';

const [keyId, userId] = [newId(), newId()];
const day = (n: number) => new Date(`2026-03-0${n}T12:00:00.000Z`);
const created = fact(k.ApiKeyCreated, { keyId, name: 'ERP', scopes: ['read'], hash: 'a', userId }, { at: day(1) });
const rotated = (hash: string, on: number) =>
  fact(k.ApiKeyRotated, { keyId, hash, previousUntil: day(on + 1).toISOString() }, { at: day(on) });

test('a new key has one hash', () =>
  given(apiKeyRows, created).gives({ id: keyId, name: 'ERP', scopes: ['read'], hash: 'a', previous: [], deleted: false }));

test('a rotation keeps the hash before until its time, and no longer', () => {
  given(apiKeyRows, created, rotated('b', 2)).gives({ hash: 'b', previous: [{ hash: 'a', until: day(3).toISOString() }] });
  given(apiKeyRows, created, rotated('b', 2), rotated('c', 5)).gives({
    hash: 'c',
    previous: [{ hash: 'b', until: day(6).toISOString() }],
  });
});

test('a revoked key stays, so that it is refused at once', () =>
  given(apiKeyRows, created, rotated('b', 2), fact(k.ApiKeyRevoked, { keyId }, { at: day(3) })).gives({
    deleted: true,
    previous: [],
  }));

test('what a key does is shown with its name, though it is no user', () =>
  given(userRows, created).gives({ id: keyId, name: 'ERP', deleted: true, super: false, queueIds: [] }));
