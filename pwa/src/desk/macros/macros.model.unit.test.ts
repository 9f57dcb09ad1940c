import { expect, test } from '@jest/globals';
import type { MacroAct } from '@prosa/contracts';
import { type ActNames, answered, askedIn, doable, faultsOf, stepsOf } from './macros.model.ts';

const known = (...ids: string[]) => {
  return (id: string) => (ids.includes(id) ? { name: id } : id === 'unknown' ? undefined : null);
};
const reply = { id: 'r', name: '/oi', message: 'Oi, {{Cidade}}!', mediaPath: null, mediaName: null };
const names: ActNames = {
  tag: known('troca'),
  queue: known('entregas'),
  user: known('carla'),
  reply: (id) => (id === 'r' ? reply : null),
};
const message: MacroAct = { do: 'message', text: 'Até {{ dia }}, {{nome}}. {{saudação}}' };
const queue: MacroAct = { do: 'queue', queueId: 'entregas' };
const carla: MacroAct = { do: 'user', userId: 'carla' };
const snooze: MacroAct = { do: 'snooze', until: 'thursday', time: '09:00' };
const tags = (...tagIds: string[]): MacroAct => ({ do: 'tags', tagIds });

test('what an act names may be gone; what is not known yet is not gone', () => {
  const acts = [tags('troca', 'velha'), tags('unknown'), { do: 'user', userId: 'x' }, { do: 'reply', quickMessageId: 'x' }];
  expect(faultsOf(acts as MacroAct[], names)).toEqual(['gone', null, 'gone', 'gone']);
  expect(doable([message, tags('troca'), queue, { do: 'user', userId: 'x' }], names)).toBe(3);
});

test('in its queue a ticket waits for an attendant, and only takes tags, unless one is named right behind the queue', () => {
  expect(faultsOf([queue, carla, snooze], names)).toEqual([null, null, null]);
  expect(faultsOf([queue, tags('troca'), snooze], names)).toEqual([null, null, 'waits']);
  expect(faultsOf([queue, { do: 'user', userId: 'x' }, snooze], names)).toEqual([null, 'gone', 'waits']);
});

test('who applies a macro is asked for the variables that are not the ticket’s, each once', () => {
  expect(askedIn([message.text, 'De novo {{DIA}} e {{janela de entrega}}', '{{ Protocolo }}'])).toEqual([
    'dia',
    'janela de entrega',
  ]);
  expect(answered(message.text, { dia: 'quinta' })).toBe('Até quinta, {{nome}}. {{saudação}}');
  expect(answered('{{Día}} {{x}}', { dia: 'a{{nome}}' })).toBe('a{{nome}} {{x}}');
});

test('a queue and the attendant right behind it are one step; texts are filled in', () => {
  const steps = stepsOf([{ do: 'reply', quickMessageId: 'r' }, queue, carla, queue, { do: 'user', userId: 'x' }], names, {
    labelOf: (act) => act.do,
    fill: (text) => text.toUpperCase(),
  });
  expect(steps.map(({ acts, labels, isGone, text }) => ({ acts: acts.length, labels, isGone, text }))).toEqual([
    { acts: 1, labels: ['reply'], isGone: false, text: 'OI, {{CIDADE}}!' },
    { acts: 2, labels: ['queue', 'user'], isGone: false, text: undefined },
    { acts: 1, labels: ['queue'], isGone: false, text: undefined },
    { acts: 1, labels: ['user'], isGone: true, text: undefined },
  ]);
  expect(steps[0]?.reply).toBe(reply);
});
