import type { Page } from 'playwright-core';
import { still } from './axe.fixture.ts';

/**
 * The misplaced parts of a page, found from the boxes of its controls and words: they need sideways scrolling, are cut off
 * without an ellipsis or shortened to nothing, or lie over something else. Of a page with a dialog or a popover the topmost one
 * counts.
 */
const MISPLACED = String.raw`(() => {
  const CONTROL = 'button, a[href], input:not([type="hidden"]), textarea, select, [role="option"], [role^="menuitem"], label.check, label.switch';
  /** Elements that scroll sideways on purpose, or show through a window. */
  const ALLOWED = '[data-tag-bar], [data-tag-bar] *, .hidden-text, [inert], svg, a[href="#content"]';
  const around = [...document.querySelectorAll('.dialog, .bp6-popover')].filter((one) => one.checkVisibility()).at(-1) ?? document.body;
  const called = (one) => (one.getAttribute('aria-label') || one.textContent || one.outerHTML).trim().replace(/\s+/g, ' ').slice(0, 40);
  /** Some words are only for those who hear them (.hidden-text); of others that depends on the width. */
  const isHeard = (one) => getComputedStyle(one).clipPath === 'inset(50%)';
  const isShown = (one) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.closest(ALLOWED) && !isHeard(one);
  const kept = new Map();
  const styleOf = (one) => {
    if (!kept.has(one)) {
      const { position, overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(one);
      kept.set(one, { position, overflowX, overflowY, textOverflow, webkitLineClamp });
    }
    return kept.get(one);
  };
  const isScrolled = (overflow) => overflow === 'auto' || overflow === 'scroll';

  /** The part of a box that can be seen, and what cuts it for good: not what can be scrolled to. Words are cut by their own element too. */
  const seen = (one, { left, right, top, bottom }, isText) => {
    let cutX = null;
    let cutY = null;
    let mayScrollX = false;
    let mayScrollY = false;
    let { position } = styleOf(one);
    const clip = (by, box, x, y) => {
      if (x) {
        if (!mayScrollX && (box.left > left + 1.5 || box.right < right - 1.5)) cutX ??= by;
        left = Math.max(left, box.left);
        right = Math.min(right, box.right);
      }
      if (y) {
        if (!mayScrollY && (box.top > top + 3 || box.bottom < bottom - 3)) cutY ??= by;
        top = Math.max(top, box.top);
        bottom = Math.min(bottom, box.bottom);
      }
    };
    for (let at = isText ? one : one.parentElement; at && at !== document.documentElement; at = at.parentElement) {
      const style = styleOf(at);
      if (at !== one && position === 'fixed') break;
      // An absolutely placed element is clipped only by what it is placed in.
      if (at !== one && position === 'absolute' && style.position === 'static') continue;
      mayScrollX ||= isScrolled(style.overflowX);
      mayScrollY ||= isScrolled(style.overflowY);
      clip(at, at.getBoundingClientRect(), style.overflowX !== 'visible', style.overflowY !== 'visible');
      position = style.position;
    }
    // The whole page scrolls downwards.
    mayScrollY ||= !['hidden', 'clip'].includes(styleOf(document.documentElement).overflowY);
    clip(document.documentElement, { left: 0, top: 0, right: innerWidth, bottom: innerHeight }, true, true);
    return { left, right, top, bottom, cutX, cutY };
  };
  /** The floating layer of an element, such as a sticky head or a badge: it lies over the rest on purpose. */
  const layerOf = (one) => {
    for (let at = one; at && at !== around; at = at.parentElement)
      if (['absolute', 'fixed', 'sticky'].includes(styleOf(at).position)) return at;
    return around;
  };

  const faults = new Set();
  if (document.documentElement.scrollWidth > innerWidth) faults.add('the page scrolls sideways');
  const things = [];
  const stand = (el, box, what) => {
    if (box.right - box.left > 1 && box.bottom - box.top > 1) things.push({ el, what, layer: layerOf(el), ...box });
  };
  for (const one of around.querySelectorAll('*')) {
    if (!isShown(one)) continue;
    if (one.scrollWidth > one.clientWidth + 1 && isScrolled(styleOf(one).overflowX) && !one.matches('textarea, input'))
      faults.add('scrolls sideways: ' + called(one));
    if (!one.matches(CONTROL) || one.matches('label input')) continue;
    const rect = one.getBoundingClientRect();
    if (rect.width < 2 || rect.height < 2) continue;
    const box = seen(one, rect, false);
    if (box.cutX || box.cutY) faults.add('cut off: ' + called(one));
    stand(one, box, called(one));
  }
  const words = document.createTreeWalker(around, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const one = node.parentElement;
    if (node.data.trim() === '' || one.matches('option, style') || !isShown(one)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rect = range.getBoundingClientRect();
    if (rect.width < 2 || rect.height < 2) continue;
    const { cutX, cutY, ...box } = seen(one, rect, true);
    const text = '“' + node.data.trim().slice(0, 40) + '”';
    const isDotted = cutX && (styleOf(cutX).textOverflow === 'ellipsis' || one.closest('.truncate'));
    const isClamped = [one, one.parentElement, cutY].some((at) => at && styleOf(at).webkitLineClamp !== 'none');
    if (((cutX && !isDotted) || cutY) && !isClamped) faults.add('cut off: ' + text);
    // Tags say more in their title.
    if (isDotted && rect.width > 48 && box.right - box.left < 24 && !one.closest('.tag')) faults.add('shortened to nothing: ' + text);
    for (const line of range.getClientRects())
      stand(one, { left: Math.max(line.left, box.left), right: Math.min(line.right, box.right), top: Math.max(line.top, box.top), bottom: Math.min(line.bottom, box.bottom) }, text);
  }
  for (const [at, a] of things.entries())
    for (const b of things.slice(at + 1)) {
      if (a.layer !== b.layer || a.el.contains(b.el) || b.el.contains(a.el)) continue;
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (width > 2 && height > 3) faults.add('one over the other: ' + a.what + ', ' + b.what);
    }
  return [...faults];
})()`;

/** The misplaced parts of a page as it is now. */
export const misplaced = (page: Page): Promise<string[]> => page.evaluate(MISPLACED);

/** The misplaced parts at each of several sizes of the window, by size; the window then has its own size again. */
export const misplacedAt = async (page: Page, sizes: readonly (readonly [number, number])[]): Promise<string[]> => {
  const own = page.viewportSize()!;
  const found: string[] = [];
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await still(page);
    found.push(...(await misplaced(page)).map((what) => `${width} px: ${what}`));
  }
  await page.setViewportSize(own);
  await still(page);
  return found;
};
