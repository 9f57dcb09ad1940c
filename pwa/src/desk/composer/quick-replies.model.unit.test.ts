import { expect, test } from '@jest/globals';
import { filledReply, greetingAt, labelOf, matching, typedAt } from './quick-replies.model.ts';

test.each([
  ['/', 1, null],
  ['/o', 2, { from: 0, to: 2, query: 'o' }],
  ['Bom dia /fre', 12, { from: 8, to: 12, query: 'fre' }],
  ['um\n/of e mais', 6, { from: 3, to: 6, query: 'of' }],
  ['um\n/of e mais', 13, null],
  ['e/ou', 4, null],
  ['https://prosa', 13, null],
])('finds the text behind a slash that begins a word: %j at %i', (text, caret, typed) =>
  expect(typedAt(text, caret)).toEqual(typed),
);

test('a slash alone lists all of them if that is requested', () =>
  expect(typedAt('Olá /', 5, true)).toEqual({ from: 4, to: 5, query: '' }));

test('shortcuts that begin with the query come first, then other shortcuts, then messages; accents and case are ignored', () => {
  const reply = (shortcode: string, message: string) => ({ id: shortcode, shortcode, message });
  const all = [reply('boleto', 'Segue o boleto'), reply('envio', 'Já saiu'), reply('obs', 'Olá'), reply('reenvio', 'Outra vez')];
  const found = (query: string) => matching(all, query).map(({ id }) => id);
  expect(found('ENV')).toEqual(['envio', 'reenvio']);
  expect(found('ola')).toEqual(['obs']);
  expect(found('bo')).toEqual(['boleto']);
  expect(found('o').at(0)).toBe('obs');
  expect(found('nada disso')).toEqual([]);
});

test('a label longer than 35 characters, as people count them, is cut', () => {
  expect(labelOf('a'.repeat(35))).toBe('a'.repeat(35));
  expect(labelOf('a'.repeat(36))).toBe(`${'a'.repeat(35)}…`);
  expect(labelOf(`uma\nlinha`)).toBe('uma linha');
  expect(labelOf('👩‍👩‍👧'.repeat(35))).toBe('👩‍👩‍👧'.repeat(35));
  expect(labelOf('👩‍👩‍👧'.repeat(36))).toBe(`${'👩‍👩‍👧'.repeat(35)}…`);
});

test('the greeting fits the hour', () =>
  expect([4, 5, 11, 12, 17, 18, 23, 0].map(greetingAt)).toEqual([
    'evening',
    'morning',
    'morning',
    'afternoon',
    'afternoon',
    'evening',
    'evening',
    'evening',
  ]));

test('variables are replaced, unknown ones stay, and a name that is not known leaves nothing', () => {
  const about = { contact: { name: ' Otávio Brandão ' }, protocol: '000123' };
  const message = '{{saudacao}}, {{nome}}! Seu protocolo é {{ Protocolo }}. {{valor}} {dia}';
  expect(filledReply(message, about, 'Bom dia')).toBe('Bom dia, Otávio! Seu protocolo é 000123. {{valor}} {dia}');
  expect(filledReply('{{saudação}} {{nome}}, tudo bem?', { ...about, contact: { name: null } }, 'Boa noite')).toBe(
    'Boa noite, tudo bem?',
  );
});

test.each(['5511985551234', '+55 11 98555-1234', '\u200b', '77@lid'])('who is called %j is addressed by no name', (name) =>
  expect(filledReply('Oi {{nome}}, tudo bem?', { contact: { name, number: '5511985551234' }, protocol: '1' }, '')).toBe(
    'Oi, tudo bem?',
  ),
);
