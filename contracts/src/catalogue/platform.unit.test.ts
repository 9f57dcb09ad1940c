import { z } from 'zod';
import { route } from '../kernel/contract.ts';
import * as f from '../kernel/fields.ts';
import type { Profile } from '../kernel/manifest.ts';
import { faultOfCompany, mayBelong, PLATFORM } from '../kernel/platform.ts';
import { record } from '../kernel/record.ts';
import { roomsOfTicket, roomsOfUser } from '../kernel/sees.ts';
import { type Permission, permissions } from './catalogue.ts';
import { grants, grantsAsSuper } from './permissions.ts';

const profiles: Profile[] = ['admin', 'supervisor', 'user', 'auditor'];

test.each(Object.keys(permissions) as Permission[])('%s is held by its holders, and by nobody else', (permission) => {
  const holders = permissions[permission];
  for (const profile of profiles)
    for (const isSuper of [false, true]) {
      const who = { profile, super: isSuper };
      const expected = permission === 'public' || holders.includes(profile) || (isSuper && holders.includes('super'));
      expect({ who, grants: grants(permission, who) }).toEqual({ who, grants: expected });
      expect({ who, asSuper: grantsAsSuper(permission, who) }).toEqual({ who, asSuper: isSuper && holders.includes('super') });
    }
});

test('a permission that platform-level users hold as such is held by no profile', () => {
  for (const profile of profiles) expect(grants('companies:write', { profile })).toBe(false);
  expect(grants('companies:write', { profile: 'user', super: true })).toBe(true);
  expect(grantsAsSuper('settings:write', { profile: 'admin', super: true })).toBe(false);
});

const change = {
  call: 'PUT /companies/:id',
  may: 'companies:write',
  summary: '',
  params: f.idParam,
  missing: 'ERR_NO_COMPANY_FOUND',
  reply: z.null(),
} as const;

test.each([
  ['reads', { ...change, call: 'GET /companies/:id', company: 'platform' }, ['super'], 'reads'],
  ['is also for administrators', { ...change, company: { param: 'id' } }, ['super', 'admin'], 'only platform-level users'],
  ['is for nobody', { ...change, company: { param: 'id' } }, [], 'only platform-level users'],
  ['names it by no parameter', { ...change, company: { param: 'companyId' } }, ['super'], 'must say by companyId'],
  ['has no refusal', { ...change, missing: undefined, company: { param: 'id' } }, ['super'], 'what is refused'],
] as const)('a call that changes another company and %s is invalid', (_, call, holders, fault) =>
  expect(faultOfCompany(call as unknown as Parameters<typeof faultOfCompany>[0], holders)).toContain(fault),
);

test('a call that declares all of it, or changes the own company, is valid', () => {
  expect(faultOfCompany(route({ ...change, company: { param: 'id' } }), ['super'])).toBeNull();
  expect(faultOfCompany(route({ ...change, company: 'platform' }), ['super'])).toBeNull();
  expect(faultOfCompany(route(change), ['admin'])).toBeNull();
});

test('a platform record is changed in PLATFORM by its calls, and read like any other', () => {
  const help = {
    name: 'helps',
    kind: 'help',
    fields: z.object({ title: f.name }),
    missing: 'ERR_NO_TAG_FOUND',
    may: { read: 'signed-in', write: 'companies:write' },
    base: '/helps',
    orderBy: ['title'],
  } as const;
  const { reach, routes } = record({ ...help, reach: 'platform' });
  expect(reach).toBe('platform');
  const companies = Object.values(routes).map(({ call, ...one }) => [call, 'company' in one && one.company]);
  expect(companies).toEqual([
    ['GET /helps/', false],
    ['GET /helps/list', false],
    ['GET /helps/:id', false],
    ['POST /helps', 'platform'],
    ['PUT /helps/:id', 'platform'],
    ['DELETE /helps/:id', 'platform'],
  ]);
  expect(record(help).reach).toBe('company');
  expect(Object.values(record(help).routes).some((one) => 'company' in one)).toBe(false);
});

test('every user gets pushes for everyone, and no ticket is pushed there', () => {
  for (const profile of profiles)
    expect(roomsOfUser('c', { userId: 'u', profile, queueIds: [], seesGrey: false })).toContain('everyone');
  for (const status of ['pending', 'open', 'closed'] as const)
    expect(roomsOfTicket(PLATFORM, { queueId: null, userId: 'u', status })).not.toContain('everyone');
});

test('the platform has only platform-level users', () => {
  expect([mayBelong(PLATFORM, { super: false }), mayBelong(PLATFORM, { super: true })]).toEqual([false, true]);
  expect(mayBelong('another', { super: false })).toBe(true);
});
