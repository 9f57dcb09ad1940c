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

/** What a page violates of WCAG 2.2 AA and of axe-core's best practices, each as `rule: elements`, once its animations have ended. */
export const axe = async (page: Page): Promise<string[]> => {
  await page.evaluate(STILL);
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
};
