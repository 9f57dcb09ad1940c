import type { Page } from 'playwright-core';

/** Controls that are visible and can be pressed, except links within a text, which keep its line height. */
const CONTROLS = `[...document.querySelectorAll('button, a[href], input:not([type="hidden"]), textarea, select, [role="option"], label.check, label.switch, label:has(> input[type="radio"])')]
  .filter((one) => !one.closest('[role="log"] p[dir], a[href="#content"], [inert]') && !one.matches(':disabled, .hidden-text *'))
  .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .map((one) => one.matches('label input') ? one.closest('label') : one)`;
const NAME = "(one.getAttribute('aria-label') || one.textContent || one.name || one.outerHTML).trim().slice(0, 60)";

/** Controls on the screen that are too small for a finger. */
export const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(`${CONTROLS}
    .map((one) => ({ name: ${NAME}, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.bottom > 0 && box.top < innerHeight && (box.height < 43.5 || box.width < 43.5))
    .map(({ name, box }) => 'too small: ' + name + ', ' + Math.round(box.width) + ' x ' + Math.round(box.height))`);

/** Controls that look the same with and without the focus, including their surroundings. */
export const ringless = async (page: Page): Promise<string[]> => {
  await page.keyboard.press('Shift'); // the focus ring is shown to keyboard users
  return page.evaluate(`(() => {
    const look = (one) => [one, one.parentElement].map((el) => {
      const { boxShadow, outlineStyle, outlineWidth, borderColor, backgroundColor } = getComputedStyle(el);
      const { boxShadow: inner } = getComputedStyle(el, '::before');
      return [boxShadow, inner, outlineStyle, outlineWidth, borderColor, backgroundColor].join();
    }).join(' | ');
    const finish = () => document.getAnimations().forEach((one) => { try { one.finish(); } catch { /* one that never ends */ } });
    const before = document.activeElement;
    const silent = [];
    for (const one of ${CONTROLS}.map((one) => one.matches('label') ? one.querySelector('input') : one)) {
      if (!one || one.matches('[role="option"]')) continue;
      document.activeElement?.blur();
      finish();
      const still = look(one);
      one.focus({ focusVisible: true, preventScroll: true });
      if (document.activeElement !== one) continue;
      finish();
      if (look(one) === still) silent.push('no ring: ' + ${NAME});
    }
    before?.focus?.({ preventScroll: true });
    return silent;
  })()`);
};

/** The elements that are cut off at the edge of the screen or of a dialog. */
export const outside = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const around = document.querySelector('.dialog') ?? document.body;
    const { left, right } = around.getBoundingClientRect();
    return [...around.querySelectorAll('*')]
      .filter((one) => one.checkVisibility() && !one.closest('.hidden-text, svg, .truncate *, a[href="#content"], [data-dots]'))
      .filter((one) => {
        const box = one.getBoundingClientRect();
        const clip = one.closest('[data-tag-bar], .tabs, .truncate');
        return box.width > 1 && (!clip || clip === one) && (box.right > Math.min(right, innerWidth) + 1 || box.left < Math.max(left, 0) - 1);
      })
      .map((one) => 'out of its box: ' + one.outerHTML.slice(0, 80));
  })()`);
