import { limits, newId } from '@prosa/contracts';
import { joinPair } from '../../records/world.fixture.ts';

const { world, one, two } = await joinPair();
afterAll(() => world.close());

const range = (startTime: string, endTime: string) => ({
  weekday: 'Segunda-feira',
  weekdayEn: 'monday',
  startTime,
  endTime,
});
const { companyId, users } = await world.company(one);
const token = await one.signIn(users.admin.email);
const set = (body: object, as = token, id = companyId) => one.call(`PUT /companies/${id}/schedules`, { token: as, body });

test('an administrator sets hours, holidays and the zone of the company; what is not named stays', async () => {
  const schedules = [range('08:00', '12:00'), range('13:30', '18:00')];
  expect(await set({ schedules, holidays: ['2026-12-25'], timeZone: 'America/Manaus' })).toMatchObject({
    status: 200,
    body: { id: companyId, schedules, holidays: ['2026-12-25'], timeZone: 'America/Manaus' },
  });
  expect(await set({ schedules: [] })).toMatchObject({
    status: 200,
    body: { schedules: [], holidays: ['2026-12-25'], timeZone: 'America/Manaus' },
  });
  expect(await two.deps.referenceData.company(companyId)).toMatchObject({ schedules: [], holidays: ['2026-12-25'] });
});

test.each([
  ['24:00', [range('08:00', '24:00')], { 'schedules.0.endTime': 'Invalid time' }],
  ['letters', [range('oito', '18:00')], { 'schedules.0.startTime': 'Invalid time' }],
  [
    'an end before its start',
    [range('08:00', '12:00'), range('18:00', '08:00')],
    { 'schedules.1.endTime': 'Ends before it begins' },
  ],
  ['22 ranges', Array.from({ length: limits.schedules + 1 }, () => range('08:00', '12:00')), { schedules: 'Too many' }],
])('%s is refused at its field, of a company and of a queue', async (_, schedules, fields) => {
  const refused = { status: 400, body: { error: 'ERR_VALIDATION', fields } };
  expect(await set({ schedules })).toMatchObject(refused);
  const queue = { name: 'Vendas', color: `#${newId().slice(-6)}`, schedules };
  expect(await one.call('POST /queue', { token, body: queue })).toMatchObject(refused);
});

test('a queue holds 21 ranges, several of one weekday', async () => {
  const schedules = Array.from({ length: limits.schedules }, () => range('08:00', '12:00'));
  const body = { name: 'Vendas', color: '#2563EB', schedules };
  expect(await one.call('POST /queue', { token, body })).toMatchObject({ status: 201, body: { schedules } });
});

test('a day that no calendar has and an unknown zone are refused', async () => {
  expect(await set({ schedules: [], holidays: ['2026-02-30'] })).toMatchObject({ status: 400 });
  expect(await set({ schedules: [], timeZone: 'Marte/Olimpo' })).toMatchObject({
    status: 400,
    body: { fields: { timeZone: 'Invalid time zone' } },
  });
});

test('only an administrator sets them, and only of the own company', async () => {
  for (const who of ['user', 'supervisor'] as const)
    expect(await set({ schedules: [] }, await one.signIn(users[who].email))).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    });
  const foreign = await world.company(one);
  expect(await set({ schedules: [] }, await one.signIn(foreign.users.admin.email))).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_COMPANY_FOUND' },
  });
});
