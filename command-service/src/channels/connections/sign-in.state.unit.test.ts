import { newId } from '@prosa/contracts';
import { signInStates } from './sign-in.state.ts';

let now = Date.UTC(2026, 10, 25);
const states = signInStates(Buffer.alloc(32, 1), () => now);
const mine = { companyId: newId(), userId: newId(), kind: 'facebook' } as const;

test('C33: a state is good for its user, company and channel alone, and for an hour', () => {
  const state = states.make(mine);
  expect(states.isFor(state, mine)).toBe(true);
  expect(states.make(mine)).not.toBe(state);
  for (const other of [{ userId: newId() }, { companyId: newId() }, { kind: 'instagram' as const }])
    expect(states.isFor(state, { ...mine, ...other })).toBe(false);
  now += 3_599_999;
  expect(states.isFor(state, mine)).toBe(true);
  now += 1;
  expect(states.isFor(state, mine)).toBe(false);
});

test('what this installation has not made is no state', () => {
  const bytes = Buffer.from(states.make(mine), 'base64url');
  bytes[20]! ^= 1; // its end
  for (const forged of ['', 'x', bytes.toString('base64url'), signInStates(Buffer.alloc(32, 2), () => now).make(mine)])
    expect(states.isFor(forged, mine)).toBe(false);
});
