import { expect, test } from '@jest/globals';
import { firstNames } from './first-names.ts';

const called = (...names: string[]) => [...firstNames(names).values()];

test('people are called by their first name, and by the initial of the last one too where two share it', () => {
  expect(called('Thaís Pimentel', 'Bruno')).toEqual(['Thaís', 'Bruno']);
  expect(called('Ana Souza', 'Ana Maria Lima', 'Bruno Dias')).toEqual(['Ana S.', 'Ana L.', 'Bruno']);
});

test('where that too is the same, or there is no last name, the name stands in full', () => {
  expect(called('Ana Souza', 'Ana Silva', 'Ana')).toEqual(['Ana Souza', 'Ana Silva', 'Ana']);
});

test('one person named twice is one', () => {
  expect(called('Ana Souza', 'Ana Souza')).toEqual(['Ana']);
});
