/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors } from '@prosa/contracts';

const src = join(import.meta.dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(join(src, file), 'utf8')) as Record<string, string>;
const portuguese = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.pt.json'));
const holes = (text: string) => [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name).sort();

test.each(portuguese)('%s has its keys and placeholders in every language', (file) => {
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

test('every error code has its words', () => {
  expect(Object.keys(read('i18n/errors.pt.json'))).toEqual(expect.arrayContaining(Object.keys(errors)));
});

test('specified texts stay literal', () => {
  expect(read('i18n/errors.pt.json')).toMatchObject({
    ERR_SUBSCRIPTION_EXPIRED: 'Opss! Sua assinatura venceu {{date}}. Entre em contato com o Suporte para mais informações!',
    ERR_TAG_REQUIRED: 'Você precisa selecionar uma tag antes.',
    ERR_QUEUE_REQUIRED: 'Selecione uma fila',
    unknown: 'An error occurred!',
  });
  expect(read('sessions/sessions.pt.json')).toMatchObject({
    dueSoon: 'Sua assinatura vence em {{days}} dia(s)',
    elsewhere: 'Sua conta foi acessada em outro computador.',
  });
});
