import { macros } from './macros.record.ts';

const id = '00000000-0000-7000-8000-000000000001';
const resolve = { do: 'resolve' };
const note = { do: 'observation', text: 'Ligar na quinta' };
const made = (acts: unknown, more: object = {}) =>
  macros.fields.safeParse({ name: 'Troca', shortcode: 'troca', userId: null, acts, ...more });
const faultsOf = (acts: unknown, more?: object) =>
  made(acts, more).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

test('a macro has a word without its slash, and acts of each kind', () => {
  const acts = [
    { do: 'message', text: ' Olá, {{nome}}. ' },
    { do: 'reply', quickMessageId: id },
    { do: 'tags', tagIds: [id] },
    { do: 'queue', queueId: id },
    { do: 'user', userId: id },
    note,
    { do: 'snooze', until: 'thursday' },
    resolve,
  ];
  const { data } = made(acts, { shortcode: ' /troca ' });
  expect(data?.shortcode).toBe('troca');
  expect(data?.acts[0]).toEqual({ do: 'message', text: 'Olá, {{nome}}.' });
  expect(data?.acts[6]).toEqual({ do: 'snooze', until: 'thursday', time: '09:00' });
});

test.each([
  ['no acts', [], ['acts: Obrigatório']],
  ['eleven acts', Array.from({ length: 11 }, () => note), ['acts: At most 10 acts']],
  ['two that resolve', [resolve, resolve], ['acts: Only one act may resolve']],
  ['an act after the one that resolves', [resolve, note], ['acts: No act may follow the one that resolves']],
  ['an empty message', [{ do: 'message', text: ' \u200b' }], ['acts.0.text: Obrigatório', 'acts.0.text: Too Short!']],
  ['an observation of four letters', [{ do: 'observation', text: 'Liga' }], ['acts.0.text: Too Short!']],
  ['no tags', [{ do: 'tags', tagIds: [] }], ['acts.0.tagIds: Obrigatório']],
  ['a time that is none', [{ do: 'snooze', until: 'monday', time: '24:00' }], ['acts.0.time: Invalid time']],
])('%s is refused', (_, acts, faults) => expect(faultsOf(acts)).toEqual(faults));

test.each(['duas palavras', '/', ''])('the word %j is refused', (shortcode) =>
  expect(faultsOf([note], { shortcode })[0]).toMatch(/^shortcode: /),
);
