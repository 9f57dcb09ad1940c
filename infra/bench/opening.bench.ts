import type { MessageView, TicketView } from '@prosa/contracts';
import type { CDPSession, Page } from 'playwright-core';
import { enter, openBrowser, person, wide } from '../e2e/browser.fixture.ts';
import { type Percentiles, percentiles } from '../simulate/statistics.ts';
import { type Crowd, gather } from './crowd.ts';
import type { Running } from './players.ts';
import type { Finding } from './report.ts';
import { WATCH } from './watch.ts';

const TICKETS = 10_000;
const MESSAGES = 10_000;
/** Measured openings of the long conversation at each CPU speed. */
const OPENINGS = 40;
/** Openings before that: what runs for the first time since the services were started is compiled then. */
const WARM_UPS = 3;
/** Mouse wheel steps by which each list is scrolled. */
const WHEELS = 60;
/** The machine's own speed and a quarter of it, with the maximum milliseconds per opening. */
const speeds = [
  { slowdown: 1, under: 150 },
  { slowdown: 4, under: 400 },
];
const LONG_TASK_MS = 100;

/**
 * Measures how long an administrator waits in an inbox of ten thousand tickets: from the click on a conversation of ten thousand
 * messages until its newest page is painted, the first time and when it was open before; and the longest task of the page while
 * list and conversation are scrolled.
 */
export const benchOpening = async (product: Running): Promise<Finding[]> =>
  measureOpening(product, await gather(product, TICKETS, MESSAGES));

/** The same on a product that already has such an inbox. */
export const measureOpening = async (product: Running, crowd: Crowd): Promise<Finding[]> => {
  const long = await withLast(crowd.session, crowd.long);
  const short = await Promise.all(crowd.short.slice(0, 5).map((ticket) => withLast(crowd.session, ticket)));
  const browser = await openBrowser({ whole: true });
  try {
    const { page } = await person(browser, wide);
    await page.addInitScript(WATCH + WATCH_CLICKS);
    await enter(page, product.url, 'admin@prosa.demo');
    const cdp = await page.context().newCDPSession(page);
    const findings: Finding[] = [];
    for (const { slowdown, under } of speeds) {
      await slow(cdp, slowdown);
      findings.push(...(await atSpeed(page, product, long, short, slowdown, under)));
    }
    return findings;
  } finally {
    await browser.close();
  }
};

const slow = (cdp: CDPSession, rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate });

const atSpeed = async (page: Page, product: Running, long: Opened, short: Opened[], slowdown: number, under: number) => {
  const first: number[] = [];
  const again: number[] = [];
  for (let n = 0; n < WARM_UPS + OPENINGS; n += 1) {
    // Clears the local data on a page where the app does not run.
    await page.goto(`${product.url}/api/openapi.json`);
    await page.evaluate(FORGET);
    await page.goto(`${product.url}/tickets`);
    await rowOf(page, long).waitFor();
    await page.waitForLoadState('networkidle');
    first.push(await openingOf(page, long));
    await openingOf(page, short[n % short.length]!);
    again.push(await openingOf(page, long));
  }
  const tasks: [string, number][] = [
    ['list', await longestTask(page, '[role="tabpanel"]', 500)],
    ['conversation', await longestTask(page, '[role="log"]', -500)],
  ];
  const opening = (when: string, all: Percentiles): Finding => ({
    what: `click to ${MESSAGES} messages' last page painted, ${when}, CPU / ${slowdown}, p95`,
    measured: all.p95,
    unit: 'ms',
    target: { under },
    detail: all,
  });
  return [
    opening('first', percentiles(first.slice(WARM_UPS))),
    opening('again', percentiles(again.slice(WARM_UPS))),
    ...tasks.map(
      ([name, ms]): Finding => ({
        what: `longest task while the ${name} is scrolled, CPU / ${slowdown}`,
        measured: ms,
        unit: 'ms',
        target: { under: LONG_TASK_MS },
        detail: { wheels: WHEELS },
      }),
    ),
  ];
};

const rowOf = (page: Page, { id }: TicketView) => page.locator(`[data-ticket="${id}"] a`).first();

const openingOf = async (page: Page, ticket: Opened): Promise<number> => {
  await page.evaluate(`wanted = ${JSON.stringify(ticket.last)}`);
  await rowOf(page, ticket).click();
  return page.evaluate<number>('painted');
};

/** A ticket with the last text of its conversation, which may be automatic and then is not the ticket's last message. */
type Opened = TicketView & { last: string };
const withLast = async (session: Crowd['session'], ticket: TicketView): Promise<Opened> => {
  const { messages } = await session.get<{ messages: MessageView[] }>(`/messages/${ticket.id}`);
  return { ...ticket, last: messages.at(-1)?.body ?? '' };
};

const longestTask = async (page: Page, selector: string, by: number): Promise<number> => {
  const { x, y, width, height } = (await page.locator(selector).boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.evaluate('longest = 0');
  for (let n = 0; n < WHEELS; n += 1) {
    await page.mouse.wheel(0, by);
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
  return page.evaluate<number>('longest');
};

/** Runs in the page, too. Records when a clicked conversation was painted with its last message visible. */
const WATCH_CLICKS = `
  globalThis.wanted = '';
  addEventListener('click', ({ timeStamp }) => {
    painted = paintedAfter(timeStamp, () => {
      const last = [...document.querySelectorAll('[role="log"] [data-key]')].at(-1);
      return last?.textContent.includes(wanted) && last.getBoundingClientRect().top <= innerHeight;
    });
  }, true);`;
const FORGET = `new Promise((resolve, reject) => {
  const asked = indexedDB.deleteDatabase('prosa');
  asked.onsuccess = resolve;
  asked.onerror = reject;
})`;
