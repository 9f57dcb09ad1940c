/** @jest-environment ../infra/testing/native/environment.ts */
import { aPush } from '../../testing/records.ts';
import { recentFrames } from './recent-frames.ts';

const frame = (position: string) => aPush('tag', 'update', { id: position }, position);
const given = () => {
  const clock = { now: 0 };
  return { clock, recent: recentFrames(() => clock.now) };
};

test('returns the frames after an answer again', () => {
  const { recent } = given();
  recent.welcomed('3', null);
  for (const position of ['4', '5', '10']) recent.add(frame(position));
  expect(recent.since('4')!.map(({ position }) => position)).toEqual(['5', '10']);
});

test('cannot update an answer from before the first welcome, unless its frames were requested', () => {
  const { recent } = given();
  recent.welcomed('9', null);
  expect(recent.since('8')).toBeNull();
  const { recent: asked } = given();
  asked.welcomed('9', '7');
  expect(asked.since('8')).toEqual([]);
});

test('before the first welcome it returns nothing', () => {
  expect(given().recent.since('8')).toEqual([]);
});

test('frames are dropped after five minutes, and older answers cannot be updated', () => {
  const { recent, clock } = given();
  recent.welcomed('1', null);
  recent.add(frame('2'));
  clock.now = 301_000;
  recent.add(frame('3'));
  expect(recent.since('1')).toBeNull();
  expect(recent.since('2')!.map(({ position }) => position)).toEqual(['3']);
});

test('after a gap no older answer can be updated, and the next hello asks from there', () => {
  const { recent } = given();
  recent.welcomed('1', null);
  recent.add(frame('2'));
  recent.welcomed('50', '2');
  expect(recent.position()).toBe('2');
  recent.missed(null);
  expect(recent.since('49')).toBeNull();
  expect(recent.since('50')).toEqual([]);
  expect(recent.position()).toBe('50');
});

test('after a gap of which the end is known, no answer from before that end can be updated', () => {
  const { recent } = given();
  recent.welcomed('1', null);
  recent.add(frame('75'));
  recent.missed('77');
  expect([recent.since('76'), recent.since('77'), recent.position()]).toEqual([null, [], '77']);
  recent.missed('70');
  expect([recent.since('76'), recent.position()]).toEqual([null, '77']);
});
