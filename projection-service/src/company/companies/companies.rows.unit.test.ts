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

test('a renewal moves the due date, and ends the trial if it was paid', () => {
  const renewed = (invoiceId: string | null, planId?: string) =>
    fact(
      c.CompanyRenewed,
      { companyId, dueDate: '2027-02-01T00:00:00.000Z', day: 31, invoiceId, ...(planId && { planId }) },
      later,
    );
  const dueDate = new Date('2027-02-01T00:00:00.000Z');
  given(companyRows, registered, renewed(null)).gives({ dueDate, trialExpiration: new Date('2027-01-01T00:00:00.000Z') });
  given(companyRows, registered, renewed(newId(), companyId)).gives({ dueDate, trialExpiration: null, planId: companyId });
});

test('a deleted company tells when it ends, and an erased one lets nobody in', () => {
  const deleted = fact(c.CompanyDeleted, { companyId, erasesAt: '2027-03-01T00:00:00.000Z', wasActive: true });
  const erasesAt = new Date('2027-03-01T00:00:00.000Z');
  given(companyRows, registered, deleted).gives({ erasesAt, erased: false });
  given(companyRows, registered, deleted, fact(c.CompanyRestored, { companyId })).gives({ erasesAt: null });
  given(companyRows, registered, deleted, fact(c.CompanyErased, { companyId })).gives({ erased: true, status: false });
});

test('a search finds a company by what it is called now', () => {
  given(companyRows, registered).gives({ nameOrder: 'loja', search: 'loja a@loja.com.br' });
  given(companyRows, registered, fact(c.CompanyChanged, { companyId, name: 'Óptica', phone: '11' })).gives({
    nameOrder: 'optica',
    search: 'optica a@loja.com.br 11',
  });
});
