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
