import type { Page, Request } from 'playwright-core';
import { until } from '../testing/until.ts';

const LOG = `const log = document.querySelector('[role="log"]'); const edge = log?.getBoundingClientRect().top;`;
/** Runs a script in the page, with DOM names that this folder's types do not know: `log` is the conversation, `edge` the top of it. */
export const inPage = <Result>(page: Page, script: string): Promise<Result> =>
  page.evaluate(`(async () => { ${LOG} ${script} })()`);

/** The state of a conversation: its first visible message and that one's place, the distance to its end, and the size of the page. */
export type Look = { key: string; top: number; height: number; fromEnd: number; elements: number };
export const look = (page: Page): Promise<Look> =>
  inPage(
    page,
    `const first = [...log.querySelectorAll('[data-key]')].find((one) => one.getBoundingClientRect().top >= edge);
     return {
       key: first.dataset.key,
       top: first.getBoundingClientRect().top - edge,
       height: log.scrollHeight,
       fromEnd: log.scrollHeight - log.clientHeight - log.scrollTop,
       elements: document.querySelectorAll('*').length,
     };`,
  );
/** How far below the top of the conversation a message is. */
export const topOf = (page: Page, key: string): Promise<number> =>
  inPage(page, `return log.querySelector('[data-key="${key}"]').getBoundingClientRect().top - edge;`);

/** Waits until nothing moves any more. Rows get their height with the frame that shows them, which may come late. */
export const settled = async (page: Page): Promise<Look> => {
  for (let before = ''; ; ) {
    const now = await look(page);
    if (JSON.stringify(now) === before) return now;
    before = JSON.stringify(now);
    await inPage(
      page,
      `await new Promise((done) => setTimeout(done, 60));
       await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));`,
    );
  }
};

/** Delays the pages that scrolling requests between `hold` and `release`, which resolves once they have come. */
export const pagesOf = async (page: Page) => {
  const held: Request[] = [];
  let door: PromiseWithResolvers<void> | null = null;
  await page.route('**/api/messages/*', async (route) => {
    held.push(route.request());
    await door?.promise;
    await route.continue();
  });
  return {
    /**
     * Scrolls to this place until something is asked for. While the list corrects its place after an earlier scroll, it overwrites one that
     * a script made since the last frame; a person's comes with the frame.
     */
    scrollTo: (top: number): Promise<boolean> =>
      until(async () => {
        if (held.length > 0) return true;
        await inPage(page, `log.scrollTop = ${top};`);
        return false;
      }),
    hold: (): void => {
      held.length = 0;
      door = Promise.withResolvers();
    },
    release: async (): Promise<void> => {
      door?.resolve();
      door = null;
      await Promise.all(held.splice(0).map(async (request) => (await request.response())?.finished()));
    },
  };
};
