import { firstNameOf, isNamed, isToldName, shownName, shownNumber } from './contact-names.ts';

const number = '5511985551234';
test.each(['Ana', 'Ana 5511985551234', '007', '24 horas', '👨‍👩‍👧', '...', '5511985559999', 'Loja 11 98555-1234'])(
  '%j is a name',
  (name) => expect(isNamed({ name, number })).toBe(true),
);
test.each([
  ...[
    null,
    '',
    ' ',
    '\u200b',
    '5511985551234',
    '+55 11 98555-1234',
    '(11) 98555-1234',
    '98555-1234',
    '551185551234',
    '011 98555-1234',
  ],
  ...['123456789@lid', '120363041234567890@g.us', '5511985551234@s.whatsapp.net'],
])('%j is none', (name) => expect(isNamed({ name, number })).toBe(false));
test('who has no number is called by the name, not by an address', () => {
  expect(isNamed({ name: '5511', number: null })).toBe(true);
  expect(isNamed({ name: '99@lid', number: '99@lid' })).toBe(false);
  expect(isNamed({ name: '100/42', number: '100/42' })).toBe(false);
});

test.each(['Ana', 'ana', '李', '🌵', 'Ana 2'])('%j told by a channel is a name', (told) =>
  expect(isToldName(told, number)).toBe(true),
);
test.each(['', '.', '~', '007', '+55 11 98555-1234', '99@lid'])('%j is none', (told) =>
  expect(isToldName(told, number)).toBe(false),
);

test.each([
  ['Ana Maria', 'Ana'],
  ['\u200b Ana', 'Ana'],
  [number, ''],
  ['+55 11 98555-1234', ''],
  [null, ''],
])('the first name of %j is %j', (name, first) => expect(firstNameOf({ name, number })).toBe(first));

test('who is known by an address shows no name, and the first phone that is learnt', () => {
  for (const address of ['99887766@lid', '120363041234567890@g.us', 'BR.13491208655302741918', '100200/300400']) {
    expect(shownName(address)).toBe('');
    expect(shownNumber(address, [])).toBe(address);
    expect(shownNumber(address, ['5511985551234', '5511985550000'])).toBe('5511985551234');
  }
  for (const name of ['Ana', '', '5511985551234', null]) expect(shownName(name)).toBe(name);
  expect(shownNumber('5511985551234', ['5511985550000'])).toBe('5511985551234');
  expect(shownNumber(null, ['5511985550000'])).toBeNull();
});
