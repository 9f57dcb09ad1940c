import { connectionEvents as c, newId } from '@prosa/contracts';
import { fact, given } from '../testing/fold.ts';
import { connectionRows } from './connections.rows.ts';

const [connectionId, queueId] = [newId(), newId()];
const [first, later] = [new Date('2026-03-01T12:00:00Z'), new Date('2026-03-02T12:00:00Z')];
const created = fact(
  c.ConnectionCreated,
  {
    connectionId,
    name: 'Loja',
    isDefault: true,
    queueIds: [queueId],
    complationMessage: 'Até logo',
    status: 'OPENING',
    tokenHash: 'secret',
  },
  { at: first },
);
const changed = fact(c.ConnectionChanged, { connectionId, name: 'Loja nova', tokenHash: 'other secret' }, { at: later });

test('a connection is as it was made, a change changes what it names, and its status comes by itself', () => {
  given(connectionRows, created).gives({
    id: connectionId,
    name: 'Loja',
    channel: 'simulator',
    provider: 'beta',
    isDefault: true,
    queueIds: [queueId],
    status: 'OPENING',
    complationMessage: 'Até logo',
    greetingMessage: '',
    deleted: false,
    createdAt: first,
  });
  given(connectionRows, created, changed).gives({ name: 'Loja nova', isDefault: true, status: 'OPENING', updatedAt: later });
  const connected = fact(c.ConnectionStatusChanged, { connectionId, status: 'CONNECTED' }, { at: later });
  given(connectionRows, created, connected).gives({ name: 'Loja', status: 'CONNECTED', updatedAt: later });
});

test('no hash of a token is in its row', () =>
  expect(JSON.stringify(given(connectionRows, created, changed).row())).not.toMatch(/secret|tokenHash/));

test('a deleted one keeps its row', () =>
  given(connectionRows, created, fact(c.ConnectionDeleted, { connectionId }, { at: later })).gives({
    name: 'Loja',
    deleted: true,
  }));
