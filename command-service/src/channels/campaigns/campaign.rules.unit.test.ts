import { campaignFields, fillIn, newId, valuesOf } from '@prosa/contracts';
import { isYes } from '../../desk/conversations/conversation.campaigns.ts';
import { brakeOf, isOver, pauseBy, pauseByHours } from './campaign.brake.ts';
import { contentFor } from './campaign.content.ts';

describe('the brake', () => {
  const failures = (refused: number, taken: number, why = 'refused') => [
    ...Array.from({ length: taken }, () => null),
    ...Array.from({ length: refused }, () => why),
  ];
  test.each([
    ['fewer than ten say nothing', failures(9, 0), null],
    ['a fifth of ten is too much', failures(2, 8), 'refused'],
    ['less than a fifth is not', failures(1, 9), null],
    ['a fifth of the last fifty', failures(10, 40), 'refused'],
    ['numbers that nobody has are not the channel’s refusal', failures(20, 0, 'not-there'), null],
    ['what was withdrawn was not refused', failures(20, 0, 'withdrawn'), null],
    ['a restriction counts at once', failures(1, 0, 'restricted'), 'restricted'],
  ])('%s', (_, last, expected) => expect(brakeOf(last)).toBe(expected));
  test('only the last fifty count', () => {
    expect(brakeOf([...failures(0, 50), ...failures(50, 0)])).toBeNull();
  });
});

describe('a pause by the connection', () => {
  const now = Date.UTC(2026, 2, 1, 12);
  const until = new Date(now + 60_000).toISOString();
  const past = new Date(now - 60_000).toISOString();
  const connected = { status: 'CONNECTED' } as const;
  test.each([
    ['it was deleted', null, { reason: 'connection-deleted', until: null }],
    ['its session has ended', { status: 'DISCONNECTED' } as const, { reason: 'disconnected', until: null }],
    ['its channel asks for a long pause', { ...connected, reason: 'slow-down', until }, { reason: 'slow-down', until }],
    ['its account is restricted', { ...connected, reason: 'restricted', until }, { reason: 'restricted', until }],
    ['that is over', { ...connected, reason: 'restricted', until: past }, null],
    ['nobody says until when: it is tried', { ...connected, reason: 'restricted', until: null }, null],
    ['customers’ messages are set aside', { ...connected, reason: 'set-aside 2', until }, null],
  ])('%s', (_, connection, expected) => expect(pauseBy(connection, now)).toEqual(expected));

  const always = { schedules: [], holidays: [], timeZone: 'UTC' };
  const on = { settings: { campaignsEnabled: 'true' }, ...always } as never;
  test.each([
    ['it is back', { reason: 'disconnected', until: null }, connected, true],
    ['the channel wants messages again', { reason: 'slow-down', until }, connected, true],
    ['it does not yet', { reason: 'slow-down', until }, { ...connected, reason: 'slow-down', until }, false],
    ['the restriction has ended early', { reason: 'restricted', until }, connected, true],
    ['a restriction without an end needs a restart', { reason: 'restricted', until: null }, connected, false],
    ['what was refused waits', { reason: 'refused', until }, connected, false],
    ['campaigns are on again', { reason: 'disabled', until: null }, null, true],
    ['the company has opened earlier', { reason: 'hours', until }, connected, true],
  ] as const)('is over: %s', (_, pause, connection, expected) =>
    expect(isOver(pause, connection, on, new Date(now))).toBe(expected),
  );
  test('it stays while campaigns are off', () =>
    expect(isOver({ reason: 'disabled', until: null }, connected, { settings: {} } as never, new Date(now))).toBe(false));
});

describe('the company’s hours', () => {
  // A Sunday.
  const now = new Date(Date.UTC(2026, 2, 1, 12));
  const monday = { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' };
  const hours = (...schedules: object[]) => ({ schedules, holidays: [], timeZone: 'America/Sao_Paulo' }) as never;
  test.each([
    ['open', hours({ ...monday, weekdayEn: 'sunday' }), null],
    ['without hours it is always open', hours(), null],
    ['closed: until it opens', hours(monday), { reason: 'hours', until: '2026-03-02T11:00:00.000Z' }],
    ['it never opens', hours({ ...monday, endTime: '08:00' }), { reason: 'hours', until: null }],
  ])('%s', (_, company, expected) => expect(pauseByHours(company, now)).toEqual(expected));
  test('it goes on only when it is open', () =>
    expect(isOver({ reason: 'hours', until: null }, { status: 'CONNECTED' }, hours(monday), now)).toBe(false));
});

describe('what a recipient gets', () => {
  const fields = campaignFields.parse({
    name: 'Aviso',
    message1: '\u200b',
    message2: 'Dois {nome}',
    message4: 'Quatro',
    confirmationMessage4: 'Posso?',
  });
  const values = valuesOf({ name: 'Ana Clara', number: '5511', email: null }, [{ key: 'loja', value: '{nome}' }]);
  test('one of the messages that are filled, always the same', () => {
    const bodies = Array.from({ length: 40 }, newId).map((id) => {
      const { body } = contentFor(fields, 'message', id, values);
      expect(contentFor(fields, 'message', id, values).body).toBe(body);
      return body;
    });
    expect(new Set(bodies)).toEqual(new Set(['Dois Ana Clara', 'Quatro']));
  });
  test('the request of the message’s own slot, else one that is filled', () => {
    for (const id of Array.from({ length: 10 }, newId))
      expect(contentFor(fields, 'confirmation', id, values).body).toBe('Posso?');
  });
  test('values are not searched for variables again; without a value nothing stands there', () =>
    expect(fillIn('{loja} {email}{nada}|{primeiroNome} {numero} {}', values)).toBe('{nome} |Ana 5511 {}'));
  test('a template begins, its values filled in, never empty nor of several lines', () => {
    const template = { name: 'aviso', language: 'pt_BR', values: ['{nome}', '{nada}', 'a\n{email}b'] };
    const first = contentFor({ ...fields, template }, 'message', newId(), values);
    expect(first).toEqual({ body: '', template: { ...template, values: ['Ana Clara', '-', 'a b'] }, hasFile: false });
    const asking = { ...fields, template, confirmation: true, mediaId: newId() };
    expect(contentFor(asking, 'confirmation', newId(), values).template).not.toBeNull();
    expect(contentFor(asking, 'message', newId(), values)).toMatchObject({ template: null, hasFile: true });
  });
});

test.each([
  'sim',
  'Sim!',
  's',
  'SÍ',
  'si',
  'yes',
  'ok',
  'Ok, obrigada',
  'claro',
  '👍',
  '👍🏽',
  'sim, por favor',
  'Sim, claro',
  'Claro que sim!',
  'sim sim',
  'Ok, sim, obrigada',
])('%j is a yes', (said) => expect(isYes(said)).toBe(true));
test.each([
  '',
  'não',
  'sim não',
  '1',
  '2',
  'uma',
  'simples',
  'talvez sim',
  'ok?',
  '👎',
  '#',
  'sim, mas quanto custa?',
  'sim, claro que não',
  'claro, sim, 2',
])('%j is no yes', (said) => expect(isYes(said)).toBe(false));
