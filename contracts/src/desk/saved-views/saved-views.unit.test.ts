import { limits } from '../../kernel/limits.ts';
import { savedViews } from './saved-views.record.ts';

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const made = (more: object) => savedViews.fields.safeParse({ name: 'Trocas', states: ['open'], ...more });
const faultsOf = (more: object) => made(more).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

test('a view without further filters is of every queue, tag and attendant', () => {
  expect(made({}).data).toEqual({ name: 'Trocas', states: ['open'], queueIds: null, tagIds: [], attendantId: null, chip: null });
});

test('what is named twice is kept once', () => {
  const { data } = made({ states: ['open', 'pending', 'open'], queueIds: ['none', id(1), 'none'], tagIds: [id(2), id(2)] });
  expect(data).toMatchObject({ states: ['open', 'pending'], queueIds: ['none', id(1)], tagIds: [id(2)] });
});

test.each([
  ['a name of one letter', { name: 'T' }, ['name: Too Short!']],
  ['no list', { states: [] }, ['states: Required']],
  ['a list that is none', { states: ['late'] }, [expect.stringMatching(/^states\.0: /)]],
  ['a chip that is none', { chip: 'all' }, [expect.stringMatching(/^chip: /)]],
  ['a queue that is no id', { queueIds: ['vendas'] }, [expect.stringMatching(/^queueIds\.0/)]],
  ['more tags than that', { tagIds: Array.from({ length: limits.viewNames + 1 }, (_, n) => id(n)) }, ['tagIds: Too many']],
])('%s is refused', (_, fields, faults) => expect(faultsOf(fields)).toEqual(faults));
