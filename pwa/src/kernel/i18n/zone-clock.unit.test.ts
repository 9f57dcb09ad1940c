/** @jest-environment ../infra/testing/native/environment.ts */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { remember, remembered } from '../device/storage.ts';
import { formatCount, formatDate, formatRowTime, formatTime } from './format.ts';
import { forgetClock, onClock } from './zone-clock.ts';

const DAY_MS = 86_400_000;
const STEP_MS = 10 * 60_000;

beforeEach(forgetClock);
afterEach(() => {
  jest.restoreAllMocks();
});

/** Has the clock of a zone learned, as the first page does that shows a time. */
const learns = async (zone: string): Promise<void> => {
  const now = new Date().toISOString();
  expect(onClock(now, zone)).toBeNull();
  for (let tries = 0; onClock(now, zone) === null && tries < 200; tries += 1) await new Promise((done) => setTimeout(done, 20));
};

test.each(['America/Sao_Paulo', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Chatham'])(
  'in %s times are what the browser’s own formats say, also where the clocks are changed',
  async (zone) => {
    await learns(zone);
    const whole = new Intl.DateTimeFormat('pt-BR', {
      timeZone: zone,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    const wrong: string[] = [];
    const now = Date.now();
    for (let time = now - 399 * DAY_MS; time < now + 59 * DAY_MS; time += STEP_MS) {
      const at = new Date(time).toISOString();
      const said = `${formatDate(at, zone)}, ${formatTime(at, zone)}`;
      if (said !== whole.format(time)) wrong.push(`${at} ${said}`);
    }
    expect(wrong).toEqual([]);
  },
);

test('what was learned serves the next page without the browser’s formats; other times and zones are asked for', async () => {
  const zone = 'America/Sao_Paulo';
  await learns(zone);
  const kept = remembered('clock');
  forgetClock();
  remember('clock', kept); // as in a page that begins
  const [dates, numbers] = [jest.spyOn(Intl, 'DateTimeFormat'), jest.spyOn(Intl, 'NumberFormat')];
  const now = new Date();
  const soon = new Date(now.getTime() - 60_000).toISOString();
  expect(formatRowTime(soon, zone, now)).toMatch(/^\d\d:\d\d$|^\d\d\/\d\d\/\d{4}$/);
  expect([formatCount(999), formatCount(1_000), formatCount(1_000, true)]).toEqual(['999', '1.000', '1.000+']);
  expect([dates.mock.calls.length, numbers.mock.calls.length]).toEqual([0, 0]);
  expect(formatCount(0.5)).toBe('0,5');
  expect(formatDate('2001-02-03T12:00:00.000Z', zone)).toBe('03/02/2001');
  expect(formatTime(now.toISOString(), 'Asia/Tokyo')).toMatch(/^\d\d:\d\d$/);
  expect(dates.mock.calls.length).toBe(2);
});

test.each(['', 'null', '{', '{"zone":"America/Sao_Paulo"}', '{"zone":"America/Sao_Paulo","until":1,"steps":[["a",1]]}'])(
  'a damaged note of it (%j) is as none',
  (text) => {
    remember('clock', text);
    expect(onClock(new Date().toISOString(), 'America/Sao_Paulo')).toBeNull();
    expect(formatDate('2026-11-21T02:30:00.000Z', 'America/Sao_Paulo')).toBe('20/11/2026');
  },
);
