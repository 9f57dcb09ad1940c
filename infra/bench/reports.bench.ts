import type { Session } from '../simulate/client.ts';
import { percentiles } from '../simulate/statistics.ts';
import type { Finding } from './report.ts';

const DAY_MS = 86_400_000;
/** Measured answers of each report, after some that are not measured. */
const ROUNDS = 100;
const WARM_UP = 5;
const UNDER_MS = 200;
const reports = [
  { report: 'by day and tag', path: '/attendanceReport?kind=0' },
  { report: 'ticket by ticket', path: '/attendanceReport?kind=1' },
  { report: 'by queue', path: '/reports/byQueue?' },
  { report: 'by user', path: '/reports/byUser?' },
];

/** Measures the reports of an administrator, of twelve months and of all days that have tickets. */
export const measureReports = async (
  admin: Session,
  { tickets, days }: { tickets: number; days: number },
): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const [period, length] of [
    ['12 months', 365],
    ['all tickets', days],
  ] as const)
    for (const { report, path } of reports) {
      const from = new Date(Date.now() - length * DAY_MS).toISOString().slice(0, 10);
      const taken: number[] = [];
      for (let n = 0; n < WARM_UP + ROUNDS; n += 1) {
        const begun = performance.now();
        await admin.get(`${path}&dateStart=${from}`);
        if (n >= WARM_UP) taken.push(performance.now() - begun);
      }
      const { p50, p95 } = percentiles(taken);
      const detail = { tickets, p50 };
      findings.push({
        what: `report ${report} of ${period}, p95`,
        measured: p95,
        unit: 'ms',
        target: { under: UNDER_MS },
        detail,
      });
    }
  return findings;
};
