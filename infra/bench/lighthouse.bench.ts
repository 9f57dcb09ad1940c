import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, chromium } from 'playwright-core';
import { chromiumPath, enter, wide } from '../e2e/browser.fixture.ts';
import { freePort } from '../embedded/processes/ports.ts';
import { gather } from './crowd.ts';
import type { Running } from './players.ts';
import { type Finding, median, rounded } from './report.ts';

/**
 * Installed when this bench runs, not with Prosa: with its dependencies Lighthouse is larger than the app's own libraries, and nothing else
 * needs it.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const ROUNDS = 5;
const TICKETS = 60;
const MESSAGES = 30;
/** Scores are out of 100. */
const wanted = { accessibility: 95, 'best-practices': 95 };
const screens = [
  { name: 'sign-in', path: '/login', targets: { performance: 95, ...wanted } },
  { name: 'tickets', path: '/tickets', targets: { performance: 85, ...wanted } },
] as const;

const run = promisify(execFile);

/**
 * Lighthouse's scores of the sign-in for a first-time visitor, and of the tickets for a signed-in user, on its simulated phone and network:
 * the median of five runs. It clears the browser's caches before each run; the session stays.
 */
export const benchLighthouse = async (product: Running): Promise<Finding[]> => {
  await gather(product, TICKETS, MESSAGES);
  const folder = mkdtempSync(join(tmpdir(), 'prosa-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    ...wide,
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
    locale: 'pt-BR',
  });
  try {
    const findings: Finding[] = [];
    for (const { name, path, targets } of screens) {
      if (name === 'tickets') await signedIn(context, product.url);
      const reports: Report[] = [];
      for (let round = 0; round < ROUNDS; round += 1) reports.push(await audit(`${product.url}${path}`, port, folder));
      for (const [category, atLeast] of Object.entries(targets)) {
        const scores = reports.map(({ categories }) => Math.round(categories[category]!.score * 100));
        findings.push({
          what: `Lighthouse: ${category}, ${name}`,
          measured: median(scores),
          unit: 'points',
          target: { atLeast },
          detail:
            category === 'performance' ? { least: Math.min(...scores), ...timesOf(reports) } : { least: Math.min(...scores) },
        });
      }
      tellShort(name, reports.at(-1)!);
    }
    return findings;
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The fields of a report that are used here. */
type Report = {
  finalDisplayedUrl: string;
  runtimeError?: { message: string };
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null; displayValue?: string; numericValue?: number }>;
};

/** Runs in its own tab of the browser that listens at the port. */
const audit = async (url: string, port: number, folder: string): Promise<Report> => {
  const path = join(folder, 'report.json');
  const only = '--only-categories=performance,accessibility,best-practices';
  const output = ['--output=json', `--output-path=${path}`, '--quiet'];
  await run('npm', ['exec', '--yes', '--', LIGHTHOUSE, url, `--port=${port}`, only, ...output], { timeout: 300_000 });
  const report = JSON.parse(readFileSync(path, 'utf8')) as Report;
  if (report.runtimeError) throw new Error(report.runtimeError.message);
  if (report.finalDisplayedUrl !== url) throw new Error(`It was led to ${report.finalDisplayedUrl}.`);
  return report;
};

const signedIn = async (context: BrowserContext, url: string): Promise<void> => {
  const page = await context.newPage();
  await enter(page, url, 'admin@prosa.demo');
  await page.goto('about:blank');
};

const times = {
  firstPaintMs: 'first-contentful-paint',
  largestPaintMs: 'largest-contentful-paint',
  blockingMs: 'total-blocking-time',
  speedIndexMs: 'speed-index',
};
const timesOf = (reports: Report[]): Record<string, number> => ({
  ...Object.fromEntries(
    Object.entries(times).map(([name, id]) => [
      name,
      Math.round(median(reports.map(({ audits }) => audits[id]?.numericValue ?? 0))),
    ]),
  ),
  shift: rounded(median(reports.map(({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? 0)), 3),
});

/** The audits that could be improved, by name. */
const tellShort = (name: string, { audits, categories }: Report): void => {
  const counts = new Set(Object.values(categories).flatMap(({ auditRefs }) => auditRefs.map(({ id }) => id)));
  for (const [id, { title, score, displayValue }] of Object.entries(audits))
    if (counts.has(id) && score !== null && score < 0.9)
      console.info(`  ${name}: ${id}: ${score} ${title} ${displayValue ?? ''}`);
};
