/** @jest-environment ../infra/testing/native/environment.ts */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors } from '@prosa/contracts';
import first from './texts.pt.ts';
import { byNamespace } from './texts.ts';

const src = join(import.meta.dirname, '../..');
type Words = { [key: string]: string | Words };
const load = (file: string) => JSON.parse(readFileSync(join(src, file), 'utf8')) as Words;
/** Texts by their full key: those of a group as `group.key`. */
const flat = (words: Words, group = ''): Record<string, string> =>
  Object.fromEntries(
    Object.entries(words).flatMap(([key, text]) =>
      typeof text === 'string' ? [[`${group}${key}`, text]] : Object.entries(flat(text, `${group}${key}.`)),
    ),
  );
const read = (file: string) => flat(load(file));
const portuguese = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.pt.json'));
const holes = (text: string) => [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name).sort();

test.each(portuguese)('%s has the same keys and placeholders in every language', (file) => {
  const pt = read(file);
  for (const language of ['en', 'es']) {
    const other = read(file.replace('.pt.', `.${language}.`));
    expect(Object.keys(other).sort()).toEqual(Object.keys(pt).sort());
    for (const [key, text] of Object.entries(other)) {
      expect(text.trim()).not.toBe('');
      expect([key, holes(text)]).toEqual([key, holes(pt[key]!)]);
    }
  }
});

test.each(['pt', 'en', 'es'])('every error code has a text in %s: among all errors, or in a feature', (language) => {
  const brought = portuguese.flatMap((file) => Object.keys((load(file.replace('.pt.', `.${language}.`)).errors as Words) ?? {}));
  const shared = ['errors', 'errors.later'].flatMap((name) => Object.keys(read(`kernel/i18n/${name}.${language}.json`)));
  expect([...shared, ...brought]).toEqual(expect.arrayContaining(Object.keys(errors)));
  expect(shared.filter((code) => brought.includes(code))).toEqual([]);
});

test('the texts of a folder are found by name, those of a screen only when it is opened', () => {
  expect(Object.keys(first).sort()).toEqual(
    expect.arrayContaining(['app', 'contacts', 'errors', 'messages', 'sessions', 'tickets', 'ui']),
  );
  const files = { '../a/a.pt.json': { title: 'A', errors: { ERR_A: 'a' } }, './errors.pt.json': { ERR_B: 'b' } };
  expect(byNamespace(files as never)).toEqual({ a: { title: 'A' }, errors: { ERR_A: 'a', ERR_B: 'b' } });
});

test('texts given by the specification are literal', () => {
  expect(read('kernel/i18n/errors.pt.json')).toMatchObject({
    ERR_SUBSCRIPTION_EXPIRED: 'Opss! Sua assinatura venceu {{date}}. Entre em contato com o Suporte para mais informações!',
    ERR_TAG_REQUIRED: 'Você precisa selecionar uma tag antes.',
    ERR_QUEUE_REQUIRED: 'Selecione uma fila',
    unknown: 'An error occurred!',
  });
  expect(read('people/sessions/sessions.pt.json')).toMatchObject({
    dueSoon: 'Sua assinatura vence em {{days}} dia(s)',
    elsewhere: 'Sua conta foi acessada em outro computador.',
  });
});
