import { given } from '../../kernel/given.ts';
import {
  allowsNaming,
  claimOf,
  closingOf,
  isForTaking,
  namingOf,
  type Place,
  stateOfClaim,
  TAKE_OVER_AFTER_MS,
} from './claim.states.ts';
import { contact } from './contact.decider.ts';
import type { Word } from './contact.reading.ts';
import { type IdentityEvent, identity } from './identity.decider.ts';

const place: Place = { identity: { kind: 'phone', value: '5511987654321' }, stream: 'identity-1' };
const nothing: Word = { is: 'nothing', names: false, voidAt: -1n };
const there: Word = { is: 'there', names: false, voidAt: -1n };
const closed: Word = { is: 'there', names: false, voidAt: 7n };
const gone: Word = { is: 'gone', names: false, voidAt: -1n };
const names: Word = { is: 'there', names: true, voidAt: -1n };
/** A contact that has the identity anew after an older claim was closed. */
const namesAgain: Word = { is: 'there', names: true, voidAt: 7n };
const merged: Word = { is: 'gone', names: true, voidAt: -1n };

test.each([
  ['its contact does not exist yet', nothing, 5n, 'pending', true],
  ['its contact does not name the identity', there, 5n, 'unnamed', true],
  ['its contact names it', names, 5n, 'valid', true],
  ['it was closed after it was made', closed, 5n, 'void', false],
  ['an earlier one was closed', closed, 9n, 'unnamed', true],
  ['its contact names it by a later one', namesAgain, 5n, 'valid', false],
  ['its contact is gone', gone, 5n, 'void', false],
  ['its contact was merged, and the claim has not moved yet', merged, 5n, 'valid', false],
] as const)('a claim where %s', (_, word, position, state, allows) => {
  expect(stateOfClaim(word, position)).toBe(state);
  expect(allowsNaming(word, position)).toBe(allows);
});

test('a void claim may be taken over at once, one that is not valid after a minute, a valid one never', () => {
  const after = (state: Parameters<typeof isForTaking>[0], ms: number) =>
    isForTaking(state, 1_000, 1_000 + ms, TAKE_OVER_AFTER_MS);
  expect(after('void', 0)).toBe(true);
  for (const state of ['pending', 'unnamed'] as const)
    expect([after(state, TAKE_OVER_AFTER_MS - 1), after(state, TAKE_OVER_AFTER_MS)]).toEqual([false, true]);
  expect(after('valid', 10 * TAKE_OVER_AFTER_MS)).toBe(false);
});

const claimed = (contactId: string): IdentityEvent => ({ type: 'IdentityClaimed', data: { contactId } });
const released = (contactId: string): IdentityEvent => ({ type: 'IdentityReleased', data: { contactId } });

describe('in the identity’s stream', () => {
  test('a contact claims what nobody holds, and anew what it holds by a claim that is void', () => {
    given(identity, [])
      .when(claimOf('ana', -1n, null))
      .gives([claimed('ana')]);
    given(identity, [claimed('ana')])
      .when(claimOf('ana', 0n, there))
      .gives([]);
    given(identity, [claimed('ana')])
      .when(claimOf('ana', 0n, closed))
      .gives([claimed('ana')]);
    given(identity, [claimed('bia')])
      .when(claimOf('ana', 0n, closed))
      .gives([]);
    given(identity, [claimed('bia'), released('bia')])
      .when(claimOf('ana', 1n, null))
      .gives([claimed('ana')]);
  });

  test('only the claim that was judged is taken over: not one that was made or released since', () => {
    const take = { do: 'take over', from: 'ana', position: 0n, contactId: 'bia' } as const;
    given(identity, [claimed('ana')])
      .when(take)
      .gives([claimed('bia')]);
    given(identity, [claimed('ana'), claimed('ana')])
      .when(take)
      .gives([]);
    given(identity, [claimed('ana'), claimed('bia')])
      .when(take)
      .gives([]);
    given(identity, [claimed('ana'), released('ana')])
      .when(take)
      .gives([]);
  });

  test('a late release does not take a claim that was made after it', () => {
    const release = { do: 'release', contactId: 'ana', before: 1n } as const;
    given(identity, [claimed('ana')])
      .when(release)
      .gives([released('ana')]);
    given(identity, [claimed('ana'), claimed('ana')])
      .when(release)
      .gives([]);
    given(identity, [claimed('bia')])
      .when(release)
      .gives([]);
  });
});

describe('in the contact’s stream', () => {
  const fields = { contactId: 'ana', name: 'Ana', number: '', email: null, extraInfo: [], channel: 'whatsapp' };
  const created = { type: 'ContactCreated', data: fields } as const;
  const abandoned = { type: 'Abandoned', data: {} } as const;
  const claimClosed = { type: 'ClaimClosed', data: { contactId: 'ana', identity: place.stream } } as const;
  const identified = { type: 'ContactIdentified', data: { contactId: 'ana', ...place.identity } } as const;

  test('a takeover closes a claim that is not valid; who comes late with its contact finds it abandoned', () => {
    given(contact, [])
      .when(closingOf('ana', place, 5n, nothing))
      .gives([abandoned]);
    given(contact, [abandoned]).when({ do: 'create contact', contact: fields }).gives([]);
    given(contact, [created])
      .when(closingOf('ana', place, 5n, there))
      .gives([claimClosed]);
  });

  test('it closes no claim twice, and none that became valid meanwhile', () => {
    given(contact, [created])
      .when(closingOf('ana', place, 5n, closed))
      .gives([]);
    given(contact, [created])
      .when(closingOf('ana', place, 5n, names))
      .gives([]);
  });

  test('an identity is named once, and not on the basis of a claim that was closed', () => {
    given(contact, [created])
      .when(namingOf('ana', place, 5n, there))
      .gives([identified]);
    given(contact, [created])
      .when(namingOf('ana', place, 9n, closed))
      .gives([identified]);
    given(contact, [created])
      .when(namingOf('ana', place, 5n, closed))
      .gives([]);
    given(contact, [created])
      .when(namingOf('ana', place, 5n, names))
      .gives([]);
    given(contact, [])
      .when(namingOf('ana', place, 5n, nothing))
      .gives([]);
  });
});
