/** @jest-environment ../infra/testing/native/environment.ts */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PushNotice } from '@prosa/contracts';
import { noticeWords, notSentOf, shownOf } from './notice-words.ts';

const notice: PushNotice = {
  why: 'message',
  ticketId: 'a1',
  userId: 'ana',
  seq: 7,
  unread: 1,
  name: 'Otávio',
  kind: null,
  text: 'Bom dia',
  language: 'pt',
  mayAnswer: true,
};
const shown = (more: Partial<PushNotice> = {}, isAgain = false) => {
  const [title, { body, ...options }] = shownOf({ ...notice, ...more }, isAgain);
  return { title, body, ...options };
};

test.each(['pt', 'en', 'es'] as const)('kinds of messages have the names that lists use, in %s', (language) => {
  const texts = JSON.parse(readFileSync(join(import.meta.dirname, `../../desk/messages/messages.${language}.json`), 'utf8'));
  for (const [kind, name] of Object.entries(noticeWords[language].kinds))
    expect([kind, name]).toEqual([kind, texts[`kind-${kind}`]]);
});

test('there is one notification per ticket, with the number of unread messages and a link to the ticket', () => {
  expect(shown()).toMatchObject({
    title: 'Nova mensagem de Otávio',
    body: 'Bom dia',
    tag: 'a1',
    renotify: true,
    data: { url: '/tickets/a1', seq: 7, userId: 'ana' },
  });
  expect(shown({ unread: 5 }).title).toBe('5 novas mensagens de Otávio');
  expect(shown({ unread: 5, language: 'en' }).title).toBe('5 new messages from Otávio');
  expect(shown({}, true)).toMatchObject({ renotify: false, silent: true });
});

test('a message that is not text is described by its kind; a contact without a name by their number', () => {
  expect(shown({ kind: 'audio', text: '' }).body).toBe('Áudio');
  expect(shown({ kind: 'place', text: 'Padaria' }).body).toBe('Localização: Padaria');
  expect(shown({ name: '5511987654321' }).title).toBe('Nova mensagem de +55 11 98765-4321');
  expect(shown({ name: null }).title).toBe('Nova mensagem de Cliente');
  expect(shown({ why: 'transferred', text: null })).toMatchObject({ title: 'Atendimento transferido: Otávio', body: '' });
  expect(shown({ why: 'mentioned', by: 'Rafael', text: 'Libera o frete?' })).toMatchObject({
    title: 'Rafael mencionou você em Otávio',
    body: 'Libera o frete?',
    actions: [],
  });
  expect(shown({ why: 'mentioned', by: null, language: 'en' }).title).toBe('A colleague mentioned you in Otávio');
  expect(shown({ why: 'waiting', text: null, language: 'es' }).title).toBe('Otávio espera atención');
});

test('only the user’s own ticket can be answered; an answer that could not be sent keeps its text', () => {
  expect(shown().actions).toMatchObject([{ action: 'reply', type: 'text', title: 'Responder' }]);
  expect(shown({ mayAnswer: false }).actions).toEqual([]);
  const [title, options] = notSentOf(shown().data, 'Já vou');
  expect([title, options.body, options.tag, options.data.answer]).toEqual([
    'A resposta não foi enviada',
    'Já vou',
    'a1',
    'Já vou',
  ]);
});
