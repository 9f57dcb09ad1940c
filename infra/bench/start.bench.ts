import { readdirSync, readFileSync } from 'node:fs';
import type { Finding } from './report.ts';

/** Megabytes that a process and all below it hold, each shared page counted once (PSS). */
export const megabytesOf = (pid: number): { processes: number; megabytes: number } => {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = read(`/proc/${name}/stat`);
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const below = (of: number): number[] => [
    of,
    ...[...parents].filter(([, parent]) => parent === of).flatMap(([child]) => below(child)),
  ];
  const pids = below(pid);
  const kilobytes = pids.reduce(
    (sum, one) => sum + Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${one}/smaps_rollup`) ?? '')?.[1] ?? 0),
    0,
  );
  return { processes: pids.length, megabytes: Math.round(kilobytes / 1024) };
};

const read = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // It ended while we looked.
    if (['ENOENT', 'ESRCH', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
};

export const startFindings = (readyMs: number, memory: { processes: number; megabytes: number }): Finding[] => [
  {
    what: 'ready after npm start, installed and built',
    measured: Math.round(readyMs),
    unit: 'ms',
    target: { under: 6_000 },
    detail: { readyMs },
  },
  { what: 'all processes together', measured: memory.megabytes, unit: 'MB', target: { under: 900 }, detail: memory },
];
