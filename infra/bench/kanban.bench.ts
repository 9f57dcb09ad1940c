import { limits } from '@prosa/contracts';
import type { Page } from 'playwright-core';
import { enter, openBrowser, person, wide } from '../e2e/browser.fixture.ts';
import { type Session, signIn } from '../simulate/client.ts';
import { percentiles } from '../simulate/statistics.ts';
import type { Product } from '../testing/product.ts';
import { fillBoard } from './kanban.fill.ts';
import { type Finding, rounded } from './report.ts';
import { startSeeded } from './seeded.ts';
import { companiesOf } from './store.ts';
import { WATCH } from './watch.ts';

/** How many times as many cards other companies have. */
const OTHERS = 40;
/** Measured openings, after some that are not measured: what runs for the first time is compiled then. */
const OPENINGS = 40;
const WARM_UPS = 3;
const OPEN_UNDER_MS = 300;
/** Cards that are dragged, and the mouse's moves on the way of each. */
const DRAGS = 20;
const MOVES = 40;
const TASK_UNDER_MS = 50;
/** Measured answers of each side, by turns. */
const ROUNDS = 400;
/** How much longer an answer may take beside the others' cards: the noise of a machine, and no more. */
const AT_MOST = 1.5;

type Board = { product: Product; lanes: string[] };

/**
 * How long a company's board of very many cards takes to open, and to drag a card on, in a browser; and how much longer its answers take
 * with many more cards of other companies in the same tables.
 */
export const benchKanban = async (cards: number): Promise<Finding[]> => {
  const started: Board[] = [];
  try {
    const beside = await startBoard(cards, cards * OTHERS);
    started.push(beside);
    const findings = await onScreen(beside, cards);
    const alone = await startBoard(cards, 0);
    started.push(alone);
    return [...findings, await compared(alone, beside, cards)];
  } finally {
    for (const { product } of started) await product.stop();
  }
};

const startBoard = async (cards: number, others: number): Promise<Board> => {
  let lanes: string[] = [];
  const product = await startSeeded(async (seeding, stopped) => {
    const { company, other, copies } = companiesOf(stopped);
    lanes = await fillBoard(seeding, company, cards);
    for (const id of [other, copies[0]!]) await fillBoard(seeding, id, others / 2);
  });
  return { product, lanes };
};

const onScreen = async ({ product, lanes }: Board, cards: number): Promise<Finding[]> => {
  const browser = await openBrowser({ whole: true });
  try {
    const { page } = await person(browser, wide);
    await page.addInitScript(WATCH + WATCH_CARDS);
    await enter(page, product.url, 'admin@prosa.demo');
    const findings = await openings(page, product.url, cards);
    findings.push(await longestDrag(page, lanes, { cards, loaded: 'its first cards' }));
    if (cards > lanes.length * limits.laneCards) {
      for (const lane of lanes) await loadWhole(page, lane);
      findings.push(await longestDrag(page, lanes, { cards, loaded: 'all cards' }));
    }
    return findings;
  } finally {
    await browser.close();
  }
};

/** By a click in the app, and by its address, which starts the app. */
const openings = async (page: Page, url: string, cards: number): Promise<Finding[]> => {
  const [clicked, addressed]: number[][] = [[], []];
  for (let n = 0; n < WARM_UPS + OPENINGS; n += 1) {
    await page.goto(`${url}/tickets`);
    await page.getByRole('banner').waitFor();
    await page.waitForLoadState('networkidle');
    await page.getByRole('navigation').locator('a[href="/Kanban"]').click();
    clicked!.push(await page.evaluate<number>('painted'));
    await page.goto(`${url}/Kanban`);
    addressed!.push(await page.evaluate<number>('painted'));
  }
  const opening = (how: string, all: number[]): Finding => {
    const times = percentiles(all.slice(WARM_UPS));
    const what = `a board of ${cards} cards, ${how} to its first cards painted, p95`;
    return { what, measured: times.p95, unit: 'ms', target: { under: OPEN_UNDER_MS }, detail: times };
  };
  return [opening('click', clicked!), opening('address', addressed!)];
};

const laneOf = (page: Page, lane: string) => page.locator(`[data-lane="${lane}"]`);

/** Scrolls a lane until the screen has all of its cards. */
const loadWhole = async (page: Page, lane: string): Promise<void> => {
  type Reply = { lanes: { tagId: string | null; cursor: string | null }[] };
  const isLast = async (url: string, json: () => Promise<Reply>) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname !== '/api/kanban/contacts' || searchParams.get('tagId') !== lane) return false;
    return (await json()).lanes[0]!.cursor === null;
  };
  const last = page.waitForResponse((response) => isLast(response.url(), () => response.json()));
  const scroller = `document.querySelector('[data-lane="${lane}"] > div')`;
  await page.evaluate(`{ const el = ${scroller}; scrolling = setInterval(() => { el.scrollTop = el.scrollHeight; }, 30); }`);
  await last;
  // The sign of a page that loads leaves when its cards are rendered.
  await laneOf(page, lane).getByRole('status').waitFor({ state: 'detached' });
  await page.evaluate(`clearInterval(scrolling); ${scroller}.scrollTop = 0;`);
};

/** Drags cards across lanes by the mouse, each until the count of the lane where it is dropped says so. */
const longestDrag = async (
  page: Page,
  lanes: string[],
  { cards, loaded }: { cards: number; loaded: string },
): Promise<Finding> => {
  await page.evaluate('longest = 0');
  for (let n = 0; n < DRAGS; n += 1) {
    const [from, to] = [laneOf(page, lanes[n % 4]!), laneOf(page, lanes[(n + 2) % 4]!)];
    const card = (await from.locator('[data-card]').first().boundingBox())!;
    const target = (await to.boundingBox())!;
    const count = to.locator('header span');
    const before = (await count.textContent())!;
    await page.mouse.move(card.x + 40, card.y + card.height - 10);
    await page.mouse.down();
    await page.mouse.move(target.x + 80, target.y + 120, { steps: MOVES });
    await page.mouse.up();
    await count.filter({ hasNotText: before }).waitFor();
  }
  const longest = await page.evaluate<number>('longest');
  return {
    what: `longest task while cards are dragged on a board of ${cards} cards, ${loaded} loaded`,
    measured: rounded(longest),
    unit: 'ms',
    target: { under: TASK_UNDER_MS },
    detail: { drags: DRAGS, moves: MOVES },
  };
};

const compared = async (alone: Board, beside: Board, cards: number): Promise<Finding> => {
  const sessionOf = async ({ product }: Board) => {
    const [admin] = product.demo.users;
    return signIn(product.url, admin!.email, admin!.password);
  };
  const [few, many] = [await sessionOf(alone), await sessionOf(beside)];
  const [quick, slow]: number[][] = [[], []];
  for (let n = -ROUNDS / 10; n < ROUNDS; n += 1) {
    const times = [await timeOf(few), await timeOf(many)];
    if (n < 0) continue;
    quick!.push(times[0]!);
    slow!.push(times[1]!);
  }
  const [without, having] = [percentiles(quick!), percentiles(slow!)];
  return {
    what: `GET of a board of ${cards} cards beside ${cards * OTHERS} of others, p99`,
    measured: rounded(having.p99 / without.p99),
    unit: '× alone',
    target: { under: AT_MOST },
    detail: { aloneP50: without.p50, aloneP99: without.p99, besideP50: having.p50, besideP99: having.p99 },
  };
};

const timeOf = async (session: Session): Promise<number> => {
  const begun = performance.now();
  await session.get('/kanban/contacts');
  return performance.now() - begun;
};

/** Runs in the page, too. Records when the first cards were painted: since the address was opened, or since a click. */
const WATCH_CARDS = `
  globalThis.scrolling = 0;
  {
    const isShown = () => document.querySelector('[data-card]') !== null;
    if (location.pathname === '/Kanban') painted = paintedAfter(0, isShown);
    addEventListener('click', ({ timeStamp }) => { painted = paintedAfter(timeStamp, isShown); }, true);
  }`;
