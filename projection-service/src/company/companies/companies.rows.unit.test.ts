import { companyEvents as c, newId, settingDefaults } from '@prosa/contracts';
import { fact, given } from '../../testing/fold.ts';
import { companyRows, settingRows } from './companies.rows.ts';

const companyId = newId();
const later = { at: new Date('2026-03-02T12:00:00Z') };
const registered = fact(c.CompanyRegistered, {
  companyId,
  name: 'Loja',
  email: 'a@loja.com.br',
  dueDate: '2027-01-01T00:00:00.000Z',
});
const set = (value: string) => fact(c.SettingChanged, { companyId, key: 'VerFilaCinza', value }, later);

test('a company has all settings from the first', () =>
  given(companyRows, registered).gives({
    id: companyId,
    companyId,
    name: 'Loja',
    dueDate: new Date('2027-01-01T00:00:00.000Z'),
    tagForce: false,
    timeZone: 'America/Sao_Paulo',
    settings: { ...settingDefaults },
  }));

test('a change changes what it names', () => {
  given(companyRows, registered, fact(c.CompanyChanged, { companyId, tagForce: true }, later)).gives({
    name: 'Loja',
    tagForce: true,
    dueDate: new Date('2027-01-01T00:00:00.000Z'),
    updatedAt: later.at,
  });
  const moved = fact(c.CompanyChanged, { companyId, dueDate: '2027-02-01T00:00:00.000Z', timeZone: 'America/Manaus' });
  given(companyRows, registered, moved).gives({
    dueDate: new Date('2027-02-01T00:00:00.000Z'),
    timeZone: 'America/Manaus',
    tagForce: false,
  });
});

test('a company is open at all times until it says when', () => {
  const schedules = [{ weekday: 'Segunda-feira', weekdayEn: 'monday' as const, startTime: '08:00', endTime: '18:00' }];
  given(companyRows, registered).gives({ schedules: [], holidays: [] });
  given(companyRows, registered, fact(c.CompanyHoursChanged, { companyId, schedules, holidays: ['2026-12-25'] }, later)).gives({
    schedules,
    holidays: ['2026-12-25'],
    updatedAt: later.at,
  });
});

test('a setting stands in its company and, once it was set, in a row of its own', () => {
  given(companyRows, registered, set('enabled')).gives({ settings: { ...settingDefaults, VerFilaCinza: 'enabled' } });
  given(settingRows, set('enabled'), set('disabled')).gives({
    id: `${companyId}/VerFilaCinza`,
    companyId,
    key: 'VerFilaCinza',
    value: 'disabled',
  });
  expect(given(settingRows, registered).rows()).toEqual([]);
});
