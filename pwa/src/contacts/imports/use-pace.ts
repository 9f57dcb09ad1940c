import type { ImportView } from '@prosa/contracts';
import { useEffect, useState } from 'react';

/** The pace is that of the last seconds; before the first of them have passed it is not known. */
const WINDOW_MS = 15_000;
const KNOWN_MS = 3_000;
/** Without news for so long, an import stands still. */
const STILL_MS = 20_000;
const TICK_MS = 5_000;

type Sample = { at: number; done: number };

/** How fast an import goes, in rows per second (0: not known yet), and whether it stands still. */
export const usePace = ({ id, status, done }: ImportView): { perSecond: number; isStill: boolean } => {
  const [samples, setSamples] = useState<Sample[]>([]);
  const [now, setNow] = useState(() => Date.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run has a pace of its own
  useEffect(() => setSamples([]), [id, status]);
  useEffect(() => {
    const at = Date.now();
    setNow(at);
    setSamples((all) => [...all.filter((one) => one.at > at - WINDOW_MS), { at, done }]);
  }, [done]);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const [first, last] = [samples[0], samples.at(-1)];
  const isStill = last !== undefined && now - last.at > STILL_MS;
  const ms = first && last ? last.at - first.at : 0;
  return { perSecond: ms < KNOWN_MS || isStill ? 0 : ((last!.done - first!.done) / ms) * 1_000, isStill };
};
