import { loadMeter } from './machine-load.ts';

const meter = () => {
  const times = { idle: 0, all: 0 };
  let now = 0;
  let looks = 0;
  const load = loadMeter(
    () => {
      looks += 1;
      return { ...times };
    },
    () => now,
  );
  /** Lets milliseconds pass in which a share of the processors' time is work. */
  const pass = (ms: number, busy: number) => {
    now += ms;
    times.all += 2 * ms;
    times.idle += 2 * ms * (1 - busy);
  };
  return { load, pass, looks: () => looks };
};

test('the load is the share of the time since the last look in which processors worked', () => {
  const { load, pass } = meter();
  pass(1_000, 0.75);
  expect(load()).toBeCloseTo(0.75);
  pass(300, 0.2);
  expect(load()).toBeCloseTo(0.2);
});

test('it is averaged: asked again and again, it looks five times a second', () => {
  const { load, pass, looks } = meter();
  for (let ms = 0; ms < 1_000; ms += 1) {
    pass(1, ms % 2);
    load();
  }
  expect(looks()).toBe(1 + 5);
  expect(load()).toBeCloseTo(0.5);
});

test('where the system tells no times, the machine counts as idle', () => {
  let now = 0;
  const load = loadMeter(
    () => ({ idle: 0, all: 0 }),
    () => now,
  );
  now = 1_000;
  expect(load()).toBe(0);
});

test('the times of this machine are read', async () => {
  const load = loadMeter();
  const end = performance.now() + 400;
  while (performance.now() < end);
  expect(load()).toBeGreaterThan(0);
  expect(load()).toBeLessThanOrEqual(1);
});
