import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The axe-core that AxeBuilder brings along. */
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as { source: string };

const runOnly = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
/** WCAG 2.5.3: what a control shows is in its accessible name. axe-core calls its rule experimental, and runs it only if asked to. */
const names = { 'label-content-name-mismatch': { enabled: true } };

/** Elements that fade in have less contrast meanwhile, and begin a frame after they are rendered; a spinner turns for ever. */
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

/** Waits until everything has its place and its colours. */
export const still = (page: Page): Promise<unknown> => page.evaluate(STILL);

/** `target`, and those of the nodes that a check names, are selectors. */
type Node = { html: string; target: unknown[]; any: { relatedNodes?: { target: unknown[] }[] }[] };
type RunOptions = { runOnly: typeof runOnly; rules?: typeof names };
type Violation = { id: string; nodes: Node[] };

/**
 * The violations of the rules on a page: the rule, and the elements. A page without frames runs axe-core by itself: with
 * AxeBuilder each run would load it anew, and open a second page for the results.
 */
const violationsOf = async (page: Page, options: RunOptions): Promise<Violation[]> => {
  if (page.frames().length > 1) return (await new AxeBuilder({ page }).options(options).analyze()).violations;
  if (!(await page.evaluate('typeof window.axe === "object"'))) await page.evaluate(source);
  return page.evaluate<Violation[]>(`axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})
    .then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, target, any }) => ({ html, target, any })) })))`);
};

/** Whether a popover or a toast covers a part of it: the first closes by a press beside it, the second by itself. */
const isCovered = (page: Page, { target, any }: Node): Promise<boolean> => {
  const covering = any.flatMap(({ relatedNodes = [] }) => relatedNodes.map((one) => one.target.join(' ')));
  const asked = JSON.stringify({ target: target.join(' '), covering });
  return page.evaluate<boolean>(`(({ target, covering }) => {
    const above = covering.map((one) => document.querySelector(one)?.closest('.bp6-popover, .toasts'));
    return above.length > 0 && above.every((one) => one && !one.contains(document.querySelector(target)));
  })(${asked})`);
};

/**
 * The violations of WCAG 2.2 AA and of axe-core's best practices on a page, each as `rule: elements`, once its animations have
 * ended. The walk of screens.e2e.test.ts checks all screens so, in both themes, and the names of their controls too; other tests
 * check what only they show.
 */
export const axe = async (page: Page, { hasNames = false } = {}): Promise<string[]> => {
  await still(page);
  const found: string[] = [];
  for (const { id, nodes } of await violationsOf(page, { runOnly, ...(hasNames && { rules: names }) })) {
    const faulty: string[] = [];
    for (const node of nodes) if (id !== 'target-size' || !(await isCovered(page, node))) faulty.push(node.html);
    if (faulty.length > 0) found.push(`${id}: ${faulty.join(' ')}`);
  }
  return found;
};
