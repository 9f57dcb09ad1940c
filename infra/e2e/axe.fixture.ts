import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What fades in has less contrast meanwhile, and begins a frame after it is rendered; a spinner turns for ever. */
const STILL = `(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  for (;;) {
    await frame();
    await frame();
    const running = document.getAnimations().filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    if (running.length === 0) return null;
    await Promise.all(running.map(({ finished }) => finished.catch(() => null)));
  }
})()`;

type RunOnly = { type: 'tag' | 'rule'; values: string[] };

/**
 * What a page violates of some of axe-core's rules: the rule, and the HTML of each element. Without frames of other origins the page itself
 * completes its results, for which another page would have to be opened otherwise; details are kept of violations alone.
 */
export const violationsOf = async (page: Page, runOnly: RunOnly): Promise<{ id: string; elements: string[] }[]> => {
  const builder = new AxeBuilder({ page }).options({ runOnly, resultTypes: ['violations'] });
  const { violations } = await builder.setLegacyMode(page.frames().length === 1).analyze();
  return violations.map(({ id, nodes }) => ({ id, elements: nodes.map(({ html }) => html) }));
};

/** What a page violates of WCAG 2.2 AA and of axe-core's best practices, each as `rule: elements`, once its animations have ended. */
export const axe = async (page: Page): Promise<string[]> => {
  await page.evaluate(STILL);
  const violations = await violationsOf(page, { type: 'tag', values: rules });
  return violations.map(({ id, elements }) => `${id}: ${elements.join(' ')}`);
};
