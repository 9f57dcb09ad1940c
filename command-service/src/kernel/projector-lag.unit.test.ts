import { projectorLag } from './projector-lag.ts';

const scene = () => {
  const clock = { now: 0 };
  return { clock, lag: projectorLag(() => clock.now) };
};

test('the lag is the age of the oldest append that is not folded', () => {
  const { clock, lag } = scene();
  lag.committed(5n);
  for (const [now, position] of [
    [0, 6n],
    [200, 7n],
    [400, 8n],
  ] as const) {
    clock.now = now;
    lag.appended(position);
  }
  clock.now = 1_000;
  expect(lag.ms()).toBe(1_000);
  lag.committed(6n);
  expect(lag.ms()).toBe(800);
  lag.committed(8n);
  expect(lag.ms()).toBe(0);
});

test('without a received commit, or after a lost connection, there is no lag', () => {
  const { clock, lag } = scene();
  lag.appended(6n);
  clock.now = 60_000;
  expect(lag.ms()).toBe(0);
  lag.committed(6n);
  lag.appended(7n);
  clock.now = 120_000;
  expect(lag.ms()).toBe(60_000);
  lag.deaf();
  lag.appended(8n);
  clock.now = 180_000;
  expect(lag.ms()).toBe(0);
});

test('an append that was folded before it was answered does not wait', () => {
  const { clock, lag } = scene();
  lag.committed(9n);
  lag.appended(9n);
  clock.now = 1_000;
  expect(lag.ms()).toBe(0);
});

test('however many appends wait, the last one is waited for too', () => {
  const { clock, lag } = scene();
  lag.committed(0n);
  for (let n = 1n; n <= 5_000n; n += 1n) {
    clock.now += 150;
    lag.appended(n);
  }
  lag.committed(4_999n);
  expect(lag.ms()).toBeGreaterThan(0);
  lag.committed(5_000n);
  expect(lag.ms()).toBe(0);
});
