import { takeSharedProduct } from '../../testing/shared-product.ts';
import { until } from '../../testing/until.ts';
import { enter, person, sharedBrowser, wide } from '../browser.fixture.ts';
import { LATER, withLaterBuild } from '../later-build.fixture.ts';
import { comeTo, START } from '../people.fixture.ts';

/** Marks the page once the app has registered its service worker. */
const MARKS = `{
  const { serviceWorker } = navigator;
  const register = serviceWorker.register.bind(serviceWorker);
  serviceWorker.register = (...all) => register(...all).then((one) => { globalThis.isRegistered = true; return one; });
}`;

test(
  'a page that was loaded past the service worker is offered a version that comes right after it',
  async () => {
    const [product, browser] = await Promise.all([takeSharedProduct().then(comeTo), sharedBrowser()]);
    const builds = await withLaterBuild(product.url);
    const { context, page, problems } = await person(browser, wide, { serviceWorkers: 'allow' });
    try {
      await page.addInitScript(MARKS);
      await enter(page, builds.url, 'ana@prosa.demo');
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
      // As Shift and the browser's button do.
      const session = await context.newCDPSession(page);
      const loaded = page.waitForEvent('load');
      await session.send('Page.reload', { ignoreCache: true });
      await loaded;
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.evaluate('navigator.serviceWorker.controller')).toBe(null);

      await until(() => page.evaluate('globalThis.isRegistered === true'));
      builds.release();
      await page.evaluate('navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => true)');
      await page.getByText('Nova versão disponível').waitFor();
      await page.getByRole('button', { name: 'Atualizar' }).click();
      await page.locator(LATER).waitFor({ state: 'attached' });
      expect(problems).toEqual([]);
    } finally {
      await builds.close();
      await context.close();
      comeTo(null);
    }
  },
  START,
);
