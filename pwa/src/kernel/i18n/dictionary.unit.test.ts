/** @jest-environment ../infra/testing/native/environment.ts */
import { afterEach, expect, test } from '@jest/globals';
import { addTexts, currentLanguage, findText, givenTexts, onLanguage, setLanguage, textsIn } from './dictionary.ts';

afterEach(() => setLanguage('pt'));

addTexts('pt', 'probe', {
  hello: 'Olá, {{name}}',
  group: { inner: 'Dentro' },
  rows_one: '{{count}} linha',
  rows_other: '{{count}} linhas',
  none_zero: 'Nada',
  none_one: 'Um',
  none_other: '{{count}} deles',
  only: 'Só em português',
});
addTexts('es', 'probe', { hello: 'Hola, {{name}}', rows_one: '{{count}} fila', rows_other: '{{count}} filas' });

test.each([
  ['pt', 'hello', { name: 'Ana' }, 'Olá, Ana'],
  ['es', 'hello', { name: 'Ana' }, 'Hola, Ana'],
  ['pt', 'hello', {}, 'Olá, '],
  ['pt', 'hello', undefined, 'Olá, {{name}}'],
  ['pt', 'group.inner', undefined, 'Dentro'],
  ['pt', 'rows', { count: 1 }, '1 linha'],
  ['pt', 'rows', { count: 2 }, '2 linhas'],
  // A form that the language has beside these, but the texts have not.
  ['es', 'rows', { count: 1_000_000 }, '1000000 filas'],
  ['pt', 'rows', { count: 0 }, '0 linha'],
  ['es', 'rows', { count: 0 }, '0 filas'],
  ['pt', 'none', { count: 0 }, 'Nada'],
  ['pt', 'none', { count: 1 }, 'Um'],
  ['pt', 'none', { count: 3 }, '3 deles'],
  ['es', 'only', undefined, 'Só em português'],
  ['es', 'none', { count: 0 }, 'Nada'],
  ['pt', 'missing', { name: 'x' }, undefined],
] as const)('in %s the text of %s with %j is %j', (language, key, values, text) => {
  setLanguage(language);
  expect(findText('probe', key, values)).toBe(text);
});

test('a value is put in as it is, also if it looks like a placeholder', () => {
  expect(findText('probe', 'hello', { name: '<b>{{name}}</b> $&' })).toBe('Olá, <b>{{name}}</b> $&');
});

test('texts that are added later join the others of their namespace, and replace those of the same key', () => {
  addTexts('pt', 'later', { a: 'um', b: 'dois' });
  addTexts('pt', 'later', { b: 'três', c: 'quatro' });
  expect(givenTexts('pt', 'later')).toEqual({ a: 'um', b: 'três', c: 'quatro' });
  expect(['a', 'b', 'c'].map((key) => findText('later', key))).toEqual(['um', 'três', 'quatro']);
});

test('a change of language is told once, to those who still listen; each language has one function of a namespace', () => {
  const heard: string[] = [];
  const end = onLanguage(() => heard.push(currentLanguage()));
  setLanguage('es');
  setLanguage('es');
  end();
  setLanguage('en');
  expect(heard).toEqual(['es']);
  expect(textsIn('es', 'ui')).toBe(textsIn('es', 'ui'));
  expect(textsIn('es', 'ui')).not.toBe(textsIn('pt', 'ui'));
});
