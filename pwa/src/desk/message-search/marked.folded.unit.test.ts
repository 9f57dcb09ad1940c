import { expect, test } from '@jest/globals';
import { marked } from './marked.ts';

test.each([
  ['Rua\u00a0 do\nLado', 'rua do lado', ['Rua\u00a0 do\nLado']],
  ['a Straße b', 'strasse', ['Straße']],
  ['D’Ávila', "d'avila", ['D’Ávila']],
  ['um\u200ba ge\u00adladeira', 'uma geladeira', ['um\u200ba ge\u00adladeira']],
  ['a–b', 'a-b', ['a–b']],
  ['ﬁm', 'fim', ['ﬁm']],
  ['nada', 'fim', []],
])('in %j what looks like %j is marked', (text, words, sought) =>
  expect(marked(text, words).flatMap((part) => (part.isSought ? [part.text] : []))).toEqual(sought),
);
