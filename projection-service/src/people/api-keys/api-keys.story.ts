import { apiKeyEvents } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { chronicle, type News, uuid } from '../../testing/news.ts';

/** Two keys of a company, one of which is rotated and then revoked, and one of another company. */
export const story = (): News[] => {
  const here = chronicle(who.company);
  const there = chronicle(who.foreign);
  const [erp, old, far] = [uuid(71), uuid(72), uuid(79)];
  const keys = `api-keys-${who.company}`;
  here.tell(keys, apiKeyEvents.ApiKeyCreated, {
    keyId: erp,
    name: 'ERP',
    scopes: ['read', 'tickets:serve'],
    hash: 'aa',
    userId: who.carla,
  });
  here.tell(keys, apiKeyEvents.ApiKeyCreated, {
    keyId: old,
    name: 'Site velho',
    scopes: ['read'],
    hash: 'bb',
    userId: who.carla,
  });
  here.tell(keys, apiKeyEvents.ApiKeyRotated, { keyId: erp, hash: 'cc', previousUntil: '2026-03-02T12:03:00.000Z' });
  here.tell(keys, apiKeyEvents.ApiKeyRevoked, { keyId: old });
  there.tell(`api-keys-${who.foreign}`, apiKeyEvents.ApiKeyCreated, {
    keyId: far,
    name: 'Longe',
    scopes: ['read'],
    hash: 'dd',
    userId: who.zoe,
  });
  return [...here.take(), ...there.take()];
};
