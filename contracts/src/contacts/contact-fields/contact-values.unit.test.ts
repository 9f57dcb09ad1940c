import { choicesOf, readContactValue } from './contact-values.ts';

const field = (type: Parameters<typeof readContactValue>[0]['type'], choices = '') => ({ type, choices });

test.each([
  [field('text'), ' Rua  A ', { value: 'Rua  A' }],
  [field('text'), '  ', { value: '' }],
  [field('text'), 'x'.repeat(501), { fault: 'Too Long!' }],
  [field('text'), 'a\0b', { fault: 'Invalid text' }],
  [field('number'), '-4000.50', { value: '-4000.50' }],
  [field('number'), '4.000,50', { fault: 'Invalid number' }],
  [field('number'), '1e3', { fault: 'Invalid number' }],
  [field('date'), '2024-02-29', { value: '2024-02-29' }],
  [field('date'), '2023-02-29', { fault: 'Invalid date' }],
  [field('date'), '12/05/1990', { fault: 'Invalid date' }],
  [field('choice', 'Ouro\nPrata'), 'Prata', { value: 'Prata' }],
  [field('choice', 'Ouro\nPrata'), 'prata', { fault: 'Invalid value' }],
  [field('cpf'), '529.982.247-25', { value: '52998224725' }],
  [field('cpf'), '529.982.247-24', { fault: 'Invalid CPF' }],
  [field('cnpj'), '12.abc.345/01de-35', { value: '12ABC34501DE35' }],
  [field('cnpj'), '12.abc.345/01de-34', { fault: 'Invalid CNPJ' }],
])('a value of %j: %s', (of, text, read) => expect(readContactValue(of, text)).toEqual(read));

test('choices are lines, each once, without blank ones', () =>
  expect(choicesOf({ choices: ' Ouro \n\nPrata\r\nOuro' })).toEqual(['Ouro', 'Prata']));
