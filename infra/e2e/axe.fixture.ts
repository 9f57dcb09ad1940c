import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The axe-core that AxeBuilder brings along. */
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as { source: string };

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
type Violation = { id: string; elements: string[] };

/**
 * What a page violates of some of axe-core's rules: the rule, and the HTML of each element. A page without frames runs them by itself: with
 * AxeBuilder each run would load axe-core anew, and open a second page for the results.
 */
export const violationsOf = async (page: Page, runOnly: RunOnly): Promise<Violation[]> => {
  if (page.frames().length > 1) {
    const { violations } = await new AxeBuilder({ page }).options({ runOnly }).analyze();
    return violations.map(({ id, nodes }) => ({ id, elements: nodes.map(({ html }) => html) }));
  }
  if (!(await page.evaluate('typeof window.axe === "object"'))) await page.evaluate(source);
  return page.evaluate<Violation[]>(`axe.run(document, ${JSON.stringify({ runOnly, resultTypes: ['violations'] })})
    .then(({ violations }) => violations.map(({ id, nodes }) => ({ id, elements: nodes.map(({ html }) => html) })))`);
};

/** What a page violates of WCAG 2.2 AA and of axe-core's best practices, each as `rule: elements`, once its animations have ended. */
export const axe = async (page: Page): Promise<string[]> => {
  await page.evaluate(STILL);
  const violations = await violationsOf(page, { type: 'tag', values: rules });
  return violations.map(({ id, elements }) => `${id}: ${elements.join(' ')}`);
};
