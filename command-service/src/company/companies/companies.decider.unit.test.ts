import type { Billing } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import { type CompanyFields, company } from './companies.decider.ts';

const fields: CompanyFields = {
  name: 'Padaria',
  email: null,
  phone: '',
  planId: null,
  status: true,
  dueDate: '2027-01-01T00:00:00.000Z',
  recurrence: 'MENSAL',
  tagForce: false,
  timeZone: 'America/Sao_Paulo',
};
const registered = { type: 'CompanyRegistered', data: { ...fields, companyId: 'c1' } } as const;
const change = (changes: Partial<CompanyFields & Billing>) => ({ do: 'change company', companyId: 'c1', changes }) as const;

test('a company is registered', () =>
  given(company, []).when({ do: 'register company', companyId: 'c1', fields }).gives([registered]));

test('a company is registered with who referred it and the settings that were chosen', () =>
  given(company, [])
    .when({ do: 'register company', companyId: 'c1', fields, referredBy: 'c2', settings: { campaignsEnabled: 'false' } })
    .gives([
      registered,
      { type: 'CompanyReferred', data: { companyId: 'c1', by: 'c2' } },
      { type: 'SettingChanged', data: { companyId: 'c1', key: 'campaignsEnabled', value: 'false' } },
    ]));

test('a registered company is not registered again', () =>
  given(company, [registered]).when({ do: 'register company', companyId: 'c1', fields }).gives([]));

test('a change tells what is different and no more', () =>
  given(company, [registered])
    .when(change({ name: 'Padaria', tagForce: true }))
    .gives([{ type: 'CompanyChanged', data: { tagForce: true, companyId: 'c1' } }]));

test('a company that is not there cannot be changed', () =>
  given(company, [])
    .when(change({ name: 'Outra' }))
    .refuses('ERR_NO_COMPANY_FOUND'));

test('a time zone that no calendar knows is refused', () =>
  given(company, [registered])
    .when(change({ timeZone: 'Marte/Olimpo' }))
    .refuses('ERR_VALIDATION', { timeZone: 'Invalid time zone' }));

const monday = { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '12:00' } as const;
const hours = { schedules: [monday], holidays: ['2026-12-25'] };
const hoursSet = { type: 'CompanyHoursChanged', data: { ...hours, companyId: 'c1' } } as const;

test('opening hours are told whole, with what stays', () => {
  given(company, [registered]).when({ do: 'change hours', companyId: 'c1', hours }).gives([hoursSet]);
  given(company, [registered, hoursSet])
    .when({ do: 'change hours', companyId: 'c1', hours: { schedules: [] } })
    .gives([{ type: 'CompanyHoursChanged', data: { companyId: 'c1', schedules: [], holidays: ['2026-12-25'] } }]);
});

test('opening hours that stand so already tell nothing; a new zone is a change of the company', () =>
  given(company, [registered, hoursSet])
    .when({ do: 'change hours', companyId: 'c1', hours, timeZone: 'America/Manaus' })
    .gives([{ type: 'CompanyChanged', data: { timeZone: 'America/Manaus', companyId: 'c1' } }]));

test('opening hours in a zone that no calendar knows, or of no company, are refused', () => {
  given(company, [registered])
    .when({ do: 'change hours', companyId: 'c1', hours, timeZone: 'Marte/Olimpo' })
    .refuses('ERR_VALIDATION', { timeZone: 'Invalid time zone' });
  given(company, []).when({ do: 'change hours', companyId: 'c1', hours }).refuses('ERR_NO_COMPANY_FOUND');
});

test('to whom invoices go is kept, and a setting may change with it', () => {
  const billing = { billingName: 'Padaria Sol Ltda', addressZipCode: '01310-100', addressCity: 'São Paulo' };
  const changed = { type: 'CompanyChanged', data: { ...billing, companyId: 'c1' } } as const;
  given(company, [registered])
    .when({ ...change(billing), settings: { campaignsEnabled: 'false' } })
    .gives([changed, { type: 'SettingChanged', data: { companyId: 'c1', key: 'campaignsEnabled', value: 'false' } }]);
  given(company, [registered, changed]).when(change(billing)).gives([]);
});

test('a setting is set', () =>
  given(company, [registered])
    .when({ do: 'set setting', companyId: 'c1', key: 'VerFilaCinza', value: 'enabled' })
    .gives([{ type: 'SettingChanged', data: { companyId: 'c1', key: 'VerFilaCinza', value: 'enabled' } }]));

test('a setting that stands so already tells nothing', () =>
  given(company, [registered, { type: 'SettingChanged', data: { companyId: 'c1', key: 'call', value: 'enabled' } }])
    .when({ do: 'set setting', companyId: 'c1', key: 'call', value: 'enabled' })
    .gives([]));

test.each([
  ['VerFilaCinza', 'sim'],
  ['scheduleType', 'enabled'],
  ['chatBotType', ''],
  ['campaignsEnabled', 'enabled'],
] as const)('%s cannot be "%s"', (key, value) =>
  given(company, [registered]).when({ do: 'set setting', companyId: 'c1', key, value }).refuses('ERR_VALIDATION'),
);

describe('a renewal', () => {
  const due = (dueDate: string) => ({ type: 'CompanyChanged', data: { companyId: 'c1', dueDate } }) as const;
  const renewed = (dueDate: string, day: number, more: object = {}) =>
    ({ type: 'CompanyRenewed', data: { companyId: 'c1', dueDate, day, invoiceId: null, ...more } }) as const;
  const renew = (now: string, more: object = {}) =>
    ({ do: 'renew company', companyId: 'c1', now: new Date(now), invoiceId: null, ...more }) as const;

  test('is a month after the due date, on its day where the month has it', () => {
    const january = due('2027-01-31T15:00:00.000Z');
    given(company, [registered, january])
      .when(renew('2027-01-20T12:00:00.000Z'))
      .gives([renewed('2027-02-28T15:00:00.000Z', 31)]);
    given(company, [registered, january, renewed('2027-02-28T15:00:00.000Z', 31)])
      .when(renew('2027-02-20T12:00:00.000Z'))
      .gives([renewed('2027-03-31T15:00:00.000Z', 31)]);
  });

  test('of one that would still be past due is a month from today', () =>
    given(company, [registered, due('2027-01-31T15:00:00.000Z')])
      .when(renew('2027-05-10T09:00:00.000Z'))
      .gives([renewed('2027-06-10T09:00:00.000Z', 10)]));

  test('from a due date that has moved meanwhile changes nothing', () =>
    given(company, [registered, due('2027-01-31T15:00:00.000Z')])
      .when(renew('2027-01-20T12:00:00.000Z', { from: fields.dueDate }))
      .gives([]));

  test('knows the due date that was seen, however it was written', () =>
    given(company, [registered, due('2027-01-31T15:00:00Z')])
      .when(renew('2027-01-20T12:00:00.000Z', { from: '2027-01-31T15:00:00.000Z' }))
      .gives([renewed('2027-02-28T15:00:00.000Z', 31)]));

  test('that was paid ends the trial, and may change the plan', () => {
    const paid = { invoiceId: 'i1', planId: 'p2' };
    given(company, [registered])
      .when(renew('2026-12-20T12:00:00.000Z', paid))
      .gives([renewed('2027-02-01T00:00:00.000Z', 31, paid)]);
    const after = (...events: Parameters<typeof company.evolve>[1][]) =>
      events.reduce((state, event) => company.evolve(state, event, { at: new Date() } as never), company.initial()).company;
    expect(after(registered)).toMatchObject({ trialExpiration: fields.dueDate, planId: null });
    expect(after(registered, renewed('2027-01-31T00:00:00.000Z', 31))).toMatchObject({ trialExpiration: fields.dueDate });
    expect(after(registered, renewed('2027-01-31T00:00:00.000Z', 31, paid))).toMatchObject({
      trialExpiration: null,
      planId: 'p2',
    });
  });
});

describe('a deletion', () => {
  const [erasesAt, another] = ['2027-01-30T00:00:00.000Z', '2027-02-15T00:00:00.000Z'];
  const status = (status: boolean) => ({ type: 'CompanyChanged', data: { companyId: 'c1', status } }) as const;
  const deleted = (wasActive: boolean) => ({ type: 'CompanyDeleted', data: { companyId: 'c1', erasesAt, wasActive } }) as const;
  const restored = { type: 'CompanyRestored', data: { companyId: 'c1' } } as const;
  const erased = { type: 'CompanyErased', data: { companyId: 'c1' } } as const;
  const remove = { do: 'delete company', companyId: 'c1', erasesAt } as const;
  const restore = { do: 'restore company', companyId: 'c1' } as const;
  const erase = { do: 'erase company', companyId: 'c1', erasesAt } as const;

  test('stops the company at once, and is done once', () => {
    given(company, [registered])
      .when(remove)
      .gives([deleted(true), status(false)]);
    given(company, [registered, deleted(true), status(false)])
      .when({ ...remove, erasesAt: another })
      .gives([]);
  });

  test('is taken back with what stood before', () => {
    given(company, [registered, deleted(true), status(false)])
      .when(restore)
      .gives([restored, status(true)]);
    given(company, [registered, status(false), deleted(false)])
      .when(restore)
      .gives([restored]);
    given(company, [registered]).when(restore).gives([]);
  });

  test('lets nobody serve the company before it is taken back', () => {
    given(company, [registered, deleted(true), status(false)])
      .when(change({ status: true }))
      .refuses('ERR_COMPANY_DELETED');
    given(company, [registered, deleted(true), status(false), restored])
      .when(change({ status: true }))
      .gives([status(true)]);
  });

  test('is carried out for good, unless it was taken back or made anew', () => {
    given(company, [registered, deleted(true), status(false)])
      .when(erase)
      .gives([erased]);
    given(company, [registered, deleted(true), status(false), restored])
      .when(erase)
      .gives([]);
    given(company, [
      registered,
      deleted(true),
      restored,
      { ...deleted(true), data: { ...deleted(true).data, erasesAt: another } },
    ])
      .when(erase)
      .gives([]);
  });

  test('that was carried out leaves no company', () => {
    const events = [registered, deleted(true), status(false), erased];
    given(company, events).when(restore).refuses('ERR_NO_COMPANY_FOUND');
    given(company, events).when(erase).gives([]);
    given(company, events).when({ do: 'register company', companyId: 'c1', fields }).gives([]);
  });
});
