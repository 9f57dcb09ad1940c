import { sharedOut, type Taker } from './turns-of.ts';

const waiting = (...notFor: (string | null)[]) => notFor.map((who, n) => ({ id: `t${n + 1}`, notFor: who }));
const taker = (id: string, open = 0, givenAt = 0): Taker => ({ id, open, givenAt });
const given = (...asked: Parameters<typeof sharedOut>) => sharedOut(...asked).map(({ ticket, userId }) => [ticket.id, userId]);

test('each goes to the one of fewest open tickets', () => {
  const takers = [taker('ana', 3), taker('bruno', 1), taker('dora', 2)];
  expect(given(waiting(null, null, null, null), takers, null)).toEqual([
    ['t1', 'bruno'],
    ['t2', 'dora'],
    ['t3', 'bruno'],
    ['t4', 'ana'],
  ]);
  expect(takers[1]!.open).toBe(1);
});

test('of several to whom it is the longest since they got one', () => {
  const takers = [taker('ana', 1, 300), taker('bruno', 1, 100), taker('dora', 1, 200)];
  expect(given(waiting(null, null, null, null), takers, null).map(([, who]) => who)).toEqual(['bruno', 'dora', 'ana', 'bruno']);
  expect(given(waiting(null), [taker('bruno'), taker('ana')], null)).toEqual([['t1', 'ana']]);
});

test('nobody gets one over the limit: what is left waits', () => {
  expect(given(waiting(null, null, null, null), [taker('ana', 2), taker('bruno', 1)], 3)).toEqual([
    ['t1', 'bruno'],
    ['t2', 'ana'],
    ['t3', 'bruno'],
  ]);
  expect(given(waiting(null), [taker('ana', 5)], 3)).toEqual([]);
  expect(given(waiting(null), [], null)).toEqual([]);
});

test('who gave one back is not given it again, and it delays no other', () => {
  expect(given(waiting('ana', null), [taker('ana')], null)).toEqual([['t2', 'ana']]);
  expect(given(waiting('ana'), [taker('ana'), taker('bruno', 7)], null)).toEqual([['t1', 'bruno']]);
});
