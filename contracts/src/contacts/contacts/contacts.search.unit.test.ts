import { findsContact } from './contacts.search.ts';

const contact = (number: string, more = {}) => ({ name: 'Conceição Lima', number, email: 'c@exemplo.com', ...more });
const bia = contact('5511987651234');

test.each([
  ...[
    '11987651234',
    '(11) 98765-1234',
    '011 98765-1234',
    '+55 (0)11 98765-1234',
    '0055 11 98765-1234',
    '+55 011 98765-1234',
    '015 11 98765-1234',
  ],
  ...[
    '98765-1234',
    '8765-1234',
    '118765',
    '5511 8765-1234',
    '1187651234',
    "'5511987651234",
    '5511987651234.0',
    '\u202a+55 11 98765\u20111234\u202c',
  ],
])('a contact is found by its number typed as %j', (typed) => expect(findsContact(typed, bia)).toBe(true));
test.each(['98765-1235', '+54 11 98765', '98765 1234 ramal 2'])('and not by %j', (typed) =>
  expect(findsContact(typed, bia)).toBe(false),
);
test.each([
  ['5215512345678', '+52 55 1234 5678'],
  ['525512345678', '521 55 1234'],
  ['541155551234', '54 9 11 5555'],
  ['5491155551234', '011 15 5555-1234'],
  ['5491155551234', '+54 11 5555-1234'],
])('%s is found by %j', (number, typed) => expect(findsContact(typed, contact(number))).toBe(true));
