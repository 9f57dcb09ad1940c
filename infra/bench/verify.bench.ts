import { verify } from '../verify/check/verify.ts';
import { nodeHasher } from '../verify/node/hasher.ts';
import { story } from '../verify/vectors/events.fixture.ts';
import { packageOf } from '../verify/vectors/packages.fixture.ts';
import type { Finding } from './report.ts';

const EVENTS = 100_000;

/** How fast an export of everything is checked, every text of it shown; and one of which most leaves are not there. */
export const benchVerify = async (): Promise<Finding[]> => {
  const told = story(EVENTS);
  const tenth = Array.from({ length: EVENTS / 10 }, (_, n) => n * 10);
  const findings: Finding[] = [];
  for (const [what, leaves] of [
    ['events of an export of everything that are checked', null],
    ['events of an export of a tenth that are checked', tenth],
  ] as const) {
    const bytes = await packageOf({ told, leaves: leaves && [...leaves] });
    const source = { size: bytes.length, read: async (from: number, to: number) => bytes.subarray(from, to) };
    const begin = performance.now();
    const { facts } = await verify(source, nodeHasher);
    const ms = performance.now() - begin;
    findings.push({
      what,
      measured: Math.round((facts.events / ms) * 1_000),
      unit: 'events/s',
      target: { atLeast: 20_000 },
      detail: { events: facts.events, shown: facts.shown, bytes: bytes.length, ms: Math.round(ms) },
    });
  }
  return findings;
};
