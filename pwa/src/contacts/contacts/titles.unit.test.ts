import { beforeAll, expect, test } from '@jest/globals';
import { startI18n } from '../../kernel/i18n/i18n.ts';
import { readableNumber } from './number.ts';
import { calledBy, numberLine } from './titles.ts';

beforeAll(() => startI18n('pt'));

test.each([
  [{ name: 'Ana', number: '99887766@lid' }, 'Ana', 'sem número'],
  [{ name: '', number: '99887766@lid' }, 'Sem nome', 'sem número'],
  [{ name: '99887766@lid', number: '99887766@lid' }, 'Sem nome', 'sem número'],
  [{ name: '', number: '5511985551234' }, '+55 11 98555-1234', '+55 11 98555-1234'],
  [{ name: 'Obra', number: '120363041234567890@g.us' }, 'Obra', ''],
  [{ name: 'Íris', number: '100200/300400' }, 'Íris', ''],
  [{ name: null, number: null }, 'Contato removido', ''],
])('%j is called %j, %j', (contact, title, line) => {
  expect(calledBy(contact)).toBe(title);
  expect(numberLine(contact)).toBe(line);
});

test('an address is no number', () => {
  for (const address of ['99887766@lid', '5511985551234-1600000000@g.us', 'BR.13491208655302741918'])
    expect(readableNumber(address)).toBe('');
  expect(readableNumber('Ana')).toBe('Ana');
});
