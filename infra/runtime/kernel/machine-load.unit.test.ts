import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadMeter, processorTimes } from './machine-load.ts';

const meter = () => {
  const times = { idle: 0, all: 0, throttled: 0 };
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
  const throttle = () => {
    times.throttled += 1;
  };
  return { load, pass, throttle, looks: () => looks };
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

test('who was throttled since the last look has no processor to spare, however idle the machine is', () => {
  const { load, pass, throttle } = meter();
  throttle();
  pass(500, 0.1);
  expect(load()).toBe(1);
  pass(500, 0.1);
  expect(load()).toBeCloseTo(0.1);
});

test('how often a container was throttled is read from the system’s figures of it, of either version', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prosa-figures-'));
  const [second, first] = [join(folder, '2'), join(folder, '1')];
  await writeFile(second, 'usage_usec 81\nnr_periods 900\nnr_throttled 12\nthrottled_usec 700\n');
  await writeFile(first, 'nr_periods 30\nnr_throttled 5\nthrottled_time 10\n');
  expect(processorTimes([second, join(folder, 'none')]).throttled).toBe(12);
  expect(processorTimes([join(folder, 'none'), first]).throttled).toBe(5);
  await rm(folder, { recursive: true });
});

test('where the system tells no times, the machine counts as idle', () => {
  let now = 0;
  const load = loadMeter(
    () => ({ idle: 0, all: 0, throttled: 0 }),
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
