import {
  companyEvents,
  contactEvents,
  contactFields,
  invoiceEvents,
  menuEvents,
  PLATFORM,
  plans,
  queueEvents,
  type RecordEntry,
  type RecordHistory,
  routes,
  sectors,
  userEvents,
} from '@prosa/contracts';
import { ana, carla, elio, founded, place, zoe } from '../../desk/tickets/tickets.fixture.ts';
import { asUser, chronicle, uuid } from '../../testing/news.ts';
import { type Answer, type Caller, openService, type Service } from '../../testing/service.fixture.ts';

const calls = routes.recordHistories;
const { companyId } = carla;
const { here, there } = founded();
const byAna = { by: asUser(ana.userId) };
const byCarla = { by: asUser(carla.userId) };
const boss = { userId: uuid(91), companyId: PLATFORM };
const byBoss = { by: { kind: 'user', id: boss.userId, companyId: PLATFORM } } as const;

const platform = chronicle(PLATFORM);
platform.company();
platform.user(boss.userId, 'Chefe', { profile: 'admin', super: true });
const plan = uuid(95);
platform.tell(`plans-${PLATFORM}`, plans.events.created, {
  id: plan,
  name: 'Ouro',
  users: 9,
  connections: 9,
  queues: 9,
  value: 100,
});

// A contact who wrote, was changed, and took over another one.
const [maria, twin, gone, forgotten, far, busy] = [101, 102, 103, 104, 105, 106].map(uuid) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const size = uuid(96);
here.tell(`contact-fields-${companyId}`, contactFields.events.created, { id: size, name: 'Tamanho' });
const created = { name: 'Maria', number: '5511987654321', email: null, extraInfo: [], channel: 'simulator' };
const ofMaria = `contact-${maria}`;
here.tell(ofMaria, contactEvents.ContactCreated, { ...created, contactId: maria }, { by: { kind: 'customer', id: maria } });
here.tell(ofMaria, contactEvents.ContactChanged, { contactId: maria, name: 'Maria José', email: 'maria@exemplo.com.br' }, byAna);
here.tell(ofMaria, contactEvents.ContactFieldsChanged, { contactId: maria, fields: [{ fieldId: size, value: 'M' }] }, byAna);
here.tell(ofMaria, contactEvents.ContactFieldsChanged, { contactId: maria, fields: [{ fieldId: size, value: '' }] }, byCarla);
here.tell(ofMaria, contactEvents.ClaimClosed, { contactId: maria, identity: 'identity-0' });
here.contact(twin, 'Maria da Silva', '5511987650000');
here.tell(`contact-${twin}`, contactEvents.ContactMerged, { contactId: twin, into: maria }, byCarla);
here.tell(ofMaria, contactEvents.ContactAbsorbed, { contactId: maria, absorbed: twin }, byCarla);
const phone = { contactId: maria, kind: 'phone', value: '5511987650000' } as const;
here.tell(ofMaria, contactEvents.ContactIdentified, phone);
const optOut = { contactId: maria, optedOut: true, at: '2026-03-01T12:00:00.000Z' };
here.tell(ofMaria, contactEvents.ContactPreferenceTold, optOut, { by: { kind: 'customer', id: maria } });
here.contact(gone, 'Bento', '5511911112222');
here.tell(`contact-${gone}`, contactEvents.ContactDeleted, { contactId: gone }, byCarla);
here.contact(forgotten, 'Esquecida', '5511933334444', 'esquecida@exemplo.com.br');
here.tell(`contact-${forgotten}`, contactEvents.ContactChanged, { contactId: forgotten, name: 'Esquecida Souza' }, byAna);
const secretValue = { contactId: forgotten, fields: [{ fieldId: size, value: 'Esquecida G' }] };
here.tell(`contact-${forgotten}`, contactEvents.ContactFieldsChanged, secretValue, byAna);
there.contact(far, 'Longe', '5511955556666');
here.contact(busy, 'Nome 0', '5511977778888');
for (let n = 1; n <= 2_000; n += 1) here.contactChanged(busy, { name: `Nome ${n}` });

// A user who is moved about.
const sector = uuid(97);
here.tell(`sector-${sector}`, sectors.events.created, { id: sector, name: 'Balcão' });
const ofUsers = `users-${companyId}`;
const moved = { userId: elio.userId, queueIds: [place.sales, place.support], sectorId: sector };
here.tell(ofUsers, userEvents.UserChanged, moved, byCarla);
here.tell(ofUsers, userEvents.UserChanged, { userId: ana.userId, name: 'Ana Paula' }, byCarla);
here.tell(ofUsers, userEvents.PasswordChanged, { userId: elio.userId }, byCarla);
const newEmail = { userId: elio.userId, email: 'elio@nova.test', language: 'pt' } as const;
here.tell(ofUsers, userEvents.EmailChangeRequested, newEmail, { by: asUser(elio.userId) });
here.tell(ofUsers, userEvents.EmailChangeDropped, { userId: elio.userId }, { by: asUser(elio.userId) });
here.twoStep(elio.userId, true);
const former = uuid(98);
here.user(former, 'Saiu');
here.tell(ofUsers, userEvents.UserDeleted, { userId: former }, byCarla);

// A queue, its menu, and its end.
const ofQueues = `queues-${companyId}`;
const open = [{ weekday: 'Segunda', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }] as const;
const opened = { queueId: place.support, name: 'Ajuda', isDefault: true, schedules: [...open] };
here.tell(ofQueues, queueEvents.QueueChanged, opened, byCarla);
here.tell(ofQueues, queueEvents.QueueChanged, { queueId: place.sales, color: '#0000AA' }, byCarla);
const [option, elsewhere] = [uuid(111), uuid(112)];
const inMenu = {
  optionId: option,
  queueId: place.support,
  parentId: null,
  option: 1,
  title: 'Preços',
  message: 'Veja',
  media: null,
};
here.tell(`menus-${companyId}`, menuEvents.OptionCreated, inMenu, byCarla);
here.tell(`menus-${companyId}`, menuEvents.OptionCreated, { ...inMenu, optionId: elsewhere, queueId: place.sales }, byCarla);
here.tell(`menus-${companyId}`, menuEvents.OptionChanged, { optionId: option, title: 'Tabela' }, byCarla);
here.tell(`menus-${companyId}`, menuEvents.OptionChanged, { optionId: option, message: 'Aqui' }, byCarla);
here.tell(`menus-${companyId}`, menuEvents.OptionDeleted, { optionId: option }, byCarla);
here.tell(ofQueues, queueEvents.QueueDeleted, { queueId: place.support }, byCarla);

// Settings, and what the platform did.
const ofCompany = `company-${companyId}`;
here.tell(ofCompany, companyEvents.SettingChanged, { companyId, key: 'userRating', value: 'enabled' }, byCarla);
here.tell(ofCompany, companyEvents.IntegrationKeySet, { companyId, key: 'asaas', shown: '********9876' }, byCarla);
here.tell(ofCompany, companyEvents.CompanyHoursChanged, { companyId, schedules: [...open], holidays: ['2026-12-25'] }, byCarla);
here.tell(ofCompany, companyEvents.CompanyChanged, { companyId, timeZone: 'America/Manaus' }, byCarla);
here.tell(ofCompany, companyEvents.SettingChanged, { companyId, key: 'campaignsEnabled', value: 'false' }, byBoss);
here.tell(ofCompany, companyEvents.CompanyChanged, { companyId, planId: plan, tagForce: true }, byBoss);
const month = { planId: plan, detail: 'Ouro', cents: 10_000 };
const invoice = { invoiceId: uuid(121), serial: 1, dueDate: '2027-02-01T00:00:00.000Z', ...month };
here.tell(`invoices-${companyId}`, invoiceEvents.InvoiceIssued, invoice);
const charge = { invoiceId: invoice.invoiceId, txid: 'ab'.repeat(16) };
const code = { ...charge, code: 'the code to pay with', expiresAt: invoice.dueDate };
here.tell(`invoices-${companyId}`, invoiceEvents.ChargeCreated, code);
const renewed = { companyId, dueDate: '2027-02-01T00:00:00.000Z', day: 1, invoiceId: invoice.invoiceId };
here.tell(ofCompany, companyEvents.CompanyRenewed, renewed);

let service: Service;
beforeAll(async () => {
  service = await openService([...platform.take(), ...there.take(), ...here.take()], [forgotten]);
}, 120_000);
afterAll(() => service.close());

type Called = (typeof calls)[keyof typeof calls];
const ask = (caller: Caller, route: Called, params: Record<string, string> = {}, query: Record<string, string> = {}) =>
  service.ask(caller, route, { params, query }) as Promise<Answer<RecordHistory>>;
/** The entries, the oldest first: who, what, and each change as `field: from → to`. */
const lines = ({ body: { entries } }: Answer<RecordHistory>) => entries.map(lineOf).reverse();
const lineOf = ({ type, actor, changes }: RecordEntry): string =>
  [
    actor.name ?? actor.kind,
    type,
    ...changes.map(
      ({ field, from, to, withheld }) => `${field}: ${withheld ?? `${JSON.stringify(from)} → ${JSON.stringify(to)}`}`,
    ),
  ].join(' | ');
const refusal = (status: number, error: string) => expect.objectContaining({ status, error });

describe('a contact', () => {
  test('is told by who changed what of it, from what to what', async () => {
    const told = await ask(carla, calls.contact, { contactId: maria });
    expect(lines(told)).toEqual([
      'Maria José | ContactCreated | name: null → "Maria" | number: null → "5511987654321"',
      'Ana Paula | ContactChanged | name: "Maria" → "Maria José" | email: null → "maria@exemplo.com.br"',
      `Ana Paula | ContactFieldsChanged | ${size}: null → "M"`,
      `Carla | ContactFieldsChanged | ${size}: "M" → null`,
      'Carla | ContactAbsorbed',
      'system | ContactIdentified | otherNumbers: null → "5511987650000"',
      'Maria José | ContactPreferenceTold | optedOut: false → true',
    ]);
    expect(told.body.names).toMatchObject({ [size]: 'Tamanho', [twin]: 'Maria da Silva', [ana.userId]: 'Ana Paula' });
    expect(told.body.entries[2]).toMatchObject({ about: twin, actor: { kind: 'user', id: carla.userId, isPlatform: false } });
  });

  test('has a history after it was merged or deleted', async () => {
    const merged = await ask(carla, calls.contact, { contactId: twin });
    expect(merged.body.entries[0]).toMatchObject({ type: 'ContactMerged', about: maria });
    expect(lines(await ask(carla, calls.contact, { contactId: gone })).at(-1)).toBe('Carla | ContactDeleted');
  });

  test('who was forgotten has changes without values', async () => {
    const told = await ask(carla, calls.contact, { contactId: forgotten });
    expect(lines(told)).toEqual([
      'system | ContactCreated | name: erased | number: erased | email: erased | extraInfo: erased',
      'Ana Paula | ContactChanged | name: erased',
      'Ana Paula | ContactFieldsChanged | fields: erased',
    ]);
    expect(JSON.stringify(told.body)).not.toMatch(/squecida|3333/);
  });

  test('with 2,000 changes is told in pages, each entry once', async () => {
    const seen: RecordEntry[] = [];
    for (let before: string | undefined; ; before = seen.at(-1)!.position) {
      const { body } = await ask(carla, calls.contact, { contactId: busy }, before === undefined ? {} : { before });
      expect(body.entries.length).toBeLessThanOrEqual(50);
      seen.push(...body.entries);
      if (!body.hasMore) break;
    }
    expect(seen).toHaveLength(2_001);
    seen.slice(0, -1).forEach(({ changes: [change] }, place) => {
      expect(change).toEqual({ field: 'name', from: `Nome ${1_999 - place}`, to: `Nome ${2_000 - place}`, withheld: null });
    });
  }, 120_000);

  test('is told only to administrators of its own company', async () => {
    expect(await ask(ana, calls.contact, { contactId: maria })).toEqual(refusal(403, 'ERR_NO_PERMISSION'));
    for (const contactId of [far, uuid(999), '999999'])
      expect(await ask(carla, calls.contact, { contactId })).toEqual(refusal(404, 'ERR_NO_CONTACT_FOUND'));
    expect(await ask(boss, calls.contact, { contactId: maria })).toEqual(refusal(404, 'ERR_NO_CONTACT_FOUND'));
    expect((await ask(zoe, calls.contact, { contactId: far })).status).toBe(200);
  });

  test('a page begins at a position', async () => {
    const wrong = await ask(carla, calls.contact, { contactId: maria }, { before: 'ontem' });
    expect(wrong).toMatchObject({ status: 400, error: 'ERR_VALIDATION', body: { fields: { before: expect.any(String) } } });
  });
});

describe('a user', () => {
  test('is told without those of the same company, and without any password', async () => {
    const told = await ask(carla, calls.user, { userId: elio.userId });
    expect(lines(told)).toEqual([
      'system | UserCreated | name: null → "Elio" | email: null → "elio@loja.com.br" | profile: null → "user"',
      `Carla | UserChanged | queueIds: null → ["${place.sales}","${place.support}"] | sectorId: null → "${sector}"`,
      'Carla | PasswordChanged | password: secret',
      'Elio | EmailChangeRequested | pendingEmail: null → "elio@nova.test"',
      'Elio | EmailChangeDropped | pendingEmail: "elio@nova.test" → null',
      'system | TwoStepTurnedOn | twoStep: false → true',
    ]);
    expect(told.body.names).toMatchObject({ [place.sales]: 'Vendas', [place.support]: 'Ajuda', [sector]: 'Balcão' });
  });

  test('who was deleted still has a history; that of another company has none', async () => {
    expect(lines(await ask(carla, calls.user, { userId: former })).at(-1)).toBe('Carla | UserDeleted');
    for (const userId of [zoe.userId, boss.userId])
      expect(await ask(carla, calls.user, { userId })).toEqual(refusal(404, 'ERR_NO_USER_FOUND'));
    expect(await ask(ana, calls.user, { userId: ana.userId })).toEqual(refusal(403, 'ERR_NO_PERMISSION'));
  });
});

test('a queue is told with its menu, without the other queues, also after it was deleted', async () => {
  const told = await ask(carla, calls.queue, { queueId: place.support });
  expect(lines(told)).toEqual([
    'system | QueueCreated | name: null → "Suporte" | color: null → "#00AA00" | distribution: null → "manual"',
    `Carla | QueueChanged | name: "Suporte" → "Ajuda" | isDefault: false → true | schedules: null → ${JSON.stringify(open)}`,
    'Carla | OptionCreated | title: null → "Preços" | option: null → 1 | message: null → "Veja"',
    'Carla | OptionChanged | title: "Preços" → "Tabela"',
    'Carla | OptionChanged | title: "Tabela" → "Tabela" | message: "Veja" → "Aqui"',
    'Carla | OptionDeleted | title: "Tabela" → null',
    'Carla | QueueDeleted',
  ]);
  expect(await ask(carla, calls.queue, { queueId: place.foreignQueue })).toEqual(refusal(404, 'ERR_NO_QUEUE_FOUND'));
  expect(await ask(ana, calls.queue, { queueId: place.sales })).toEqual(refusal(403, 'ERR_NO_PERMISSION'));
});

test('settings are told from their defaults on, and of a key only that it changed', async () => {
  const told = await ask(carla, calls.settings);
  expect(lines(told)).toEqual([
    'Carla | SettingChanged | userRating: "disabled" → "enabled"',
    'Carla | IntegrationKeySet | asaas: secret',
    `Carla | CompanyHoursChanged | schedules: null → ${JSON.stringify(open)} | holidays: null → ["2026-12-25"]`,
    'Carla | CompanyChanged | timeZone: "America/Sao_Paulo" → "America/Manaus"',
    'user | SettingChanged | campaignsEnabled: "true" → "false"',
  ]);
  expect(JSON.stringify(told.body)).not.toContain('9876');
  expect((await ask(zoe, calls.settings)).body).toEqual({ entries: [], hasMore: false, names: {} });
  expect(await ask(ana, calls.settings)).toEqual(refusal(403, 'ERR_NO_PERMISSION'));
});

describe('a company', () => {
  const told = (caller: Caller) => ask(caller, calls.company, { companyId });

  test('is told to its administrators, with what the platform did in it', async () => {
    const answer = await told(carla);
    const all = lines(answer);
    expect(all[0]).toMatch(/^system \| CompanyRegistered \| name: null → "Loja da Praça" \| status: null → true/);
    expect(all.filter((line) => line.includes('User'))).toEqual([
      ...Array.from({ length: 6 }, () => 'system | UserCreated'),
      'Carla | UserDeleted',
    ]);
    expect(all.slice(-5)).toEqual([
      'Carla | CompanyChanged | timeZone: "America/Sao_Paulo" → "America/Manaus"',
      'user | SettingChanged | campaignsEnabled: "true" → "false"',
      `user | CompanyChanged | planId: null → "${plan}" | tagForce: false → true`,
      'system | InvoiceIssued | cents: null → 10000 | dueDate: null → "2027-02-01T00:00:00.000Z"',
      'system | CompanyRenewed | dueDate: "2027-01-01T00:00:00.000Z" → "2027-02-01T00:00:00.000Z" | trialExpiration: "2027-01-01T00:00:00.000Z" → null',
    ]);
    expect(answer.body.names).toMatchObject({ [plan]: 'Ouro', [elio.userId]: 'Elio' });
    expect(answer.body.entries[2]!.actor).toEqual({ kind: 'user', id: '', name: null, isPlatform: true });
    expect(JSON.stringify(answer.body)).not.toContain(boss.userId);
    expect(JSON.stringify(answer.body)).not.toMatch(/9876|the code/);
  });

  test('is told to platform-level users, without the names of its people', async () => {
    const { body } = await told(boss);
    expect(body.entries.map(({ type }) => type)).toEqual((await told(carla)).body.entries.map(({ type }) => type));
    expect(body.entries[2]!.actor.name).toBe('Chefe');
    expect(JSON.stringify(body)).not.toMatch(/Carla|Elio|elio@/);
  });

  test('is told to nobody else', async () => {
    expect(await told(ana)).toEqual(refusal(403, 'ERR_NO_PERMISSION'));
    expect(await told(zoe)).toEqual(refusal(404, 'ERR_NO_COMPANY_FOUND'));
    expect(await ask(boss, calls.company, { companyId: uuid(999) })).toEqual(refusal(404, 'ERR_NO_COMPANY_FOUND'));
  });
});
