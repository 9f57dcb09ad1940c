import { expect, test } from '@jest/globals';
import { cardNumbers, shownNumber } from './card-numbers.ts';

test.each([
  [['+55 11 98555-1234', '5511985551234', '(11) 98555-1234', '+55 11 8555-1234'], ['+55 11 98555-1234']],
  [['(11) 98555-1234', '+55 11 98555-1234'], ['+55 11 98555-1234']],
  [
    ['+55 11 98555-1234', '+1 212 555 0100'],
    ['+55 11 98555-1234', '+1 212 555 0100'],
  ],
  [['ramal 12', 'ramal 12', '', '\u200b'], ['ramal 12']],
  [[], []],
])('of the numbers %j each person has %j', (numbers, once) => expect(cardNumbers(numbers, 'BR')).toEqual(once));

test.each([
  ['5511985551234', '+55 11 98555-1234'],
  ['+1 212 555 0100', '+12125550100'],
  ['(11) 98555-1234', '(11) 98555-1234'],
  ['11985551234', '11985551234'],
  ['98555-1234', '98555-1234'],
  ['0800 123 4567', '0800 123 4567'],
])('the number %j is shown as %j', (number, shown) => expect(shownNumber(number)).toBe(shown));
