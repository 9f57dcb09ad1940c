import { newId, userEvents as u } from '@prosa/contracts';
import { fact, forgotten, given } from '../testing/fold.ts';
import { userRows } from './users.rows.ts';

const [userId, sales, support] = [newId(), newId(), newId()];
const [first, later] = [new Date('2026-03-01T12:00:00Z'), new Date('2026-03-02T12:00:00Z')];
const data = { userId, name: 'Ana', email: 'ana@loja.com.br', profile: 'user', super: false, queueIds: [sales] } as const;
const created = fact(u.UserCreated, { ...data, queueIds: [sales] }, { at: first });

test('a user is as they were made, and not deleted', () =>
  given(userRows, created).gives({
    id: userId,
    name: 'Ana',
    email: 'ana@loja.com.br',
    profile: 'user',
    super: false,
    queueIds: [sales],
    deleted: false,
    createdAt: first,
    updatedAt: first,
  }));

test('a change changes what it names', () =>
  given(userRows, created, fact(u.UserChanged, { userId, profile: 'admin', queueIds: [support] }, { at: later })).gives({
    name: 'Ana',
    profile: 'admin',
    queueIds: [support],
    createdAt: first,
    updatedAt: later,
  }));

test('a deleted one keeps the name that tickets go on showing', () =>
  given(userRows, created, fact(u.UserDeleted, { userId }, { at: later })).gives({
    deleted: true,
    name: 'Ana',
    updatedAt: later,
  }));

test('a forgotten one has no name and no e-mail', () =>
  given(userRows, forgotten(created, 'name', 'email')).gives({ id: userId, name: null, email: null, queueIds: [sales] }));
