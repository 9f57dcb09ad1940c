import { readdirSync, readFileSync } from 'node:fs';
import type { Demo } from '../simulate/simulate.ts';
import type { Finding } from './report.ts';
import { playTraffic } from './traffic.ts';

const PER_SECOND = 50;
const SECONDS = 600;
const SAMPLE_MS = 5_000;

export type Memory = { processes: number; megabytes: number; parts: Record<string, number> };

/** A process and all its descendants. */
export const pidsBelow = (pid: number): number[] => {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readOf(`/proc/${name}/stat`);
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const below = (of: number): number[] => [
    of,
    ...[...parents].filter(([, parent]) => parent === of).flatMap(([child]) => below(child)),
  ];
  return below(pid);
};

/** Memory in megabytes of a process and all its descendants, each shared page counted once (PSS), and the share of each program. */
export const memoryOf = (pid: number): Memory => {
  const pids = pidsBelow(pid);
  const kilobytes = new Map<string, number>();
  for (const one of pids) {
    const held = Number(/^Pss:\s+(\d+)/m.exec(readOf(`/proc/${one}/smaps_rollup`) ?? '')?.[1] ?? 0);
    const name = programOf(readOf(`/proc/${one}/cmdline`) ?? '');
    kilobytes.set(name, (kilobytes.get(name) ?? 0) + held);
  }
  const parts = Object.fromEntries([...kilobytes].map(([name, held]) => [name, Math.round(held / 1024)]));
  return {
    processes: pids.length,
    megabytes: Math.round([...kilobytes.values()].reduce((sum, held) => sum + held, 0) / 1024),
    parts,
  };
};

const programOf = (command: string): string =>
  /postgres/.test(command)
    ? 'postgres'
    : (/(launcher|event-store|command-service|projection-service|channel-gateway)[/\w.]*main\.ts/.exec(command)?.[1] ?? 'npm');

/** The text of a file of a process; null if the process has ended. */
export const readOf = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // It ended during the measurement.
    if (['ENOENT', 'ESRCH', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
};

/**
 * Memory of all processes of a started product after ten minutes of traffic (mean of the last samples), when idle, and the maximum in
 * between.
 */
export const benchMemory = async (product: { pid: number; url: string; demo: Demo }): Promise<Finding> => {
  const samples = [memoryOf(product.pid).megabytes];
  const sampling = setInterval(() => samples.push(memoryOf(product.pid).megabytes), SAMPLE_MS);
  const { perSecond, failed } = await playTraffic({ ...product, perSecond: PER_SECOND, seconds: SECONDS });
  clearInterval(sampling);
  if (failed > 0) throw new Error(`${failed} calls failed`);
  const { parts, megabytes } = memoryOf(product.pid);
  const last = [...samples.slice(-6), megabytes];
  return {
    what: `all processes together after ${SECONDS / 60} min of ${PER_SECOND} messages/s`,
    measured: Math.round(last.reduce((sum, one) => sum + one, 0) / last.length),
    unit: 'MB',
    target: { under: 600 },
    detail: { idle: samples[0]!, most: Math.max(...samples, megabytes), perSecond: Math.round(perSecond), ...parts },
  };
};
