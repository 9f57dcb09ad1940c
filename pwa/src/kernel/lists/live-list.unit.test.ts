/** @jest-environment ../infra/testing/native/environment.ts */
import type { PushFrame } from '@prosa/contracts';
import { isNewer } from '../calls/positions.ts';
import { answered, applyFrame, continued, emptyList, type ListRules } from './live-list.ts';

type Item = { id: string; rank: number; open: boolean };
const rules: ListRules<Item> = {
  channel: 'tag',
  belongs: ({ open }) => open,
  compare: (a, b) => b.rank - a.rank || (a.id < b.id ? -1 : 1),
};

/** A simulated server: every change has a position, and GET answers as of a position. */
const world = (seed: number, changes: number) => {
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const items = new Map<string, Item>();
  const frames: PushFrame[] = [];
  const answers: Item[][] = [[]];
  for (let position = 1; position <= changes; position += 1) {
    const id = `t${random(8)}`;
    const gone = items.has(id) && random(4) === 0;
    const record: Item = { id, rank: random(100), open: random(5) > 0 };
    if (gone) items.delete(id);
    else items.set(id, record);
    frames.push({
      type: 'push',
      position: String(position),
      channel: 'tag',
      action: gone ? 'delete' : 'update',
      record: gone ? { id } : record,
    });
    answers.push([...items.values()].filter(({ open }) => open).sort(rules.compare));
  }
  /** The answer as of a position, with the frames that were received after it. */
  const page = (position: number, seen: PushFrame[] = []) => ({
    records: answers[position]!,
    hasMore: false,
    position: String(position),
    frames: seen.filter((frame) => isNewer(frame.position, String(position))),
  });
  return { frames, page, answer: (position: number) => answers[position]! };
};
const shown = (list: ReturnType<typeof answered<Item>>) => list.ids.map((id) => list.byId[id]);

test('an answer plus the frames after it equals the later answer, split at every position', () => {
  for (let seed = 1; seed <= 4; seed += 1) {
    const { frames, page, answer } = world(seed, 40);
    for (let from = 0; from <= 40; from += 1) {
      let list = answered(rules, page(from));
      frames.slice(from).forEach((frame, at) => {
        list = applyFrame(rules, list, frame);
        expect(shown(list)).toEqual(answer(from + at + 1));
      });
    }
  }
});

test('frames that the answer contains, and repeated frames, change nothing', () => {
  const { frames, page } = world(7, 40);
  const list = answered(rules, page(25));
  const again = frames.slice(0, 25).reduce((now, frame) => applyFrame(rules, now, frame), list);
  expect(again).toBe(list);
  const after = frames.slice(25).reduce((now, frame) => applyFrame(rules, now, frame), list);
  expect(frames.slice(25).reduce((now, frame) => applyFrame(rules, now, frame), after)).toEqual(after);
});

test('an answer older than twenty received frames gets them applied again', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const { frames, page, answer } = world(seed, 40);
    const late = answered(rules, page(15, frames.slice(0, 35)));
    expect(shown(late)).toEqual(answer(35));
  }
});

test('a list that applied frames keeps them when an older page arrives', () => {
  const { frames, page, answer } = world(3, 40);
  const before = frames.slice(20).reduce((now, frame) => applyFrame(rules, now, frame), answered(rules, page(20)));
  expect(shown(continued(rules, before, page(10, frames)))).toEqual(answer(40));
});

test('a record too large for a frame leaves the list as it is', () => {
  const list = answered(rules, { records: [{ id: 'a', rank: 9, open: true }], hasMore: false, position: '1', frames: [] });
  const frame: PushFrame = { type: 'push', position: '2', channel: 'tag', action: 'update', record: { id: 'a', partial: true } };
  expect(applyFrame(rules, list, frame)).toBe(list);
});

test('frames before the first answer and of other channels change nothing', () => {
  const { frames } = world(1, 5);
  const empty = emptyList<Item>();
  expect(frames.reduce((now, frame) => applyFrame(rules, now, frame), empty)).toBe(empty);
  const list = answered(rules, { records: [], hasMore: false, position: '0', frames: [] });
  expect(applyFrame(rules, list, { ...frames[0]!, channel: 'queue' })).toBe(list);
});

test('the list keeps nothing of records that it does not show, however many are pushed', () => {
  const empty = answered(rules, { records: [], hasMore: false, position: '1', frames: [] });
  const about = (position: number, open: boolean): PushFrame => ({
    type: 'push',
    position: String(position),
    channel: 'tag',
    action: 'update',
    record: { id: 't1', rank: 1, open },
  });
  expect(applyFrame(rules, empty, about(2, false))).toBe(empty);
  const came = applyFrame(rules, empty, about(3, true));
  expect(applyFrame(rules, came, about(4, false))).toEqual(empty);
});
