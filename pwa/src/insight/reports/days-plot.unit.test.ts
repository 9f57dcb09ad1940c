import { expect, test } from '@jest/globals';
import { plotOf } from './days-plot.ts';

test('days without tickets are bars, too; the axis ends at a round number', () => {
  expect(plotOf({ '2026-02-27': 3, '2026-03-02': 27 })).toEqual({
    bars: [
      { id: '2026-02-27', count: 3 },
      { id: '2026-02-28', count: 0 },
      { id: '2026-03-01', count: 0 },
      { id: '2026-03-02', count: 27 },
    ],
    most: 40,
    ticks: [0, 10, 20, 30, 40],
  });
});

test('a long period is plotted by months', () => {
  const plot = plotOf({ '2025-11-30': 900, '2026-01-01': 1, '2026-02-28': 1_200 });
  expect(plot?.bars).toEqual([
    { id: '2025-11', count: 900 },
    { id: '2025-12', count: 0 },
    { id: '2026-01', count: 1 },
    { id: '2026-02', count: 1_200 },
  ]);
  expect(plot?.most).toBe(2_000);
});

test.each([
  [1, 4],
  [4, 4],
  [5, 8],
  [8, 8],
  [20, 20],
  [21, 40],
  [401, 800],
])('%i tickets at most: the axis ends at %i', (count, most) =>
  expect(plotOf({ '2026-03-01': count, '2026-03-02': 0 })?.most).toBe(most),
);

test('one day alone, or none, is no plot', () => {
  expect(plotOf({ '2026-03-01': 5 })).toBeNull();
  expect(plotOf({})).toBeNull();
});
