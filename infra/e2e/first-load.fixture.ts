import type { BrowserContext, Page } from 'playwright-core';

/** A script that a page has loaded: its path, its size as transferred, and whether it was asked for before the screen could be used. */
export type LoadedScript = { path: string; bytes: number; isFirst: boolean };

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

/**
 * Opens an address in a browser that has nothing of it in its cache, as one who is signed in, and takes gzip as the only encoding. The
 * screen can be used as soon as there is an element that `usable` selects; what is asked for later is not in its way.
 */
export const firstLoad = async (page: Page, address: string, usable: string, signedIn: SignedIn): Promise<LoadedScript[]> => {
  const context = page.context();
  await context.addCookies(signedIn.cookies);
  const stored = signedIn.origins.flatMap(({ localStorage }) => localStorage.map(({ name, value }) => [name, value]));
  await page.addInitScript(`
    for (const [name, value] of ${JSON.stringify(stored)}) localStorage.setItem(name, value);
    performance.setResourceTimingBufferSize(1_000);
    new MutationObserver((_, observer) => {
      if (!document.querySelector(${JSON.stringify(usable)})) return;
      observer.disconnect();
      performance.mark('usable');
    }).observe(document, { childList: true, subtree: true });
  `);
  await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' });
  await page.goto(address);
  await page.locator(usable).first().waitFor();
  return page.evaluate<LoadedScript[]>(`(() => {
    const { startTime } = performance.getEntriesByName('usable')[0];
    return performance.getEntriesByType('resource')
      .map((one) => ({ path: new URL(one.name).pathname, bytes: one.encodedBodySize, isFirst: one.startTime < startTime }))
      .filter(({ path }) => path.endsWith('.js'));
  })()`);
};
