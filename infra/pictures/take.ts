import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const folder = process.argv[2] ?? import.meta.dirname;

/** Takes a picture once the fonts are loaded, the pushes have arrived and nothing moves any more. */
export const take = async (page: Page, name: string): Promise<void> => {
  await page.evaluate('document.fonts.ready');
  await sleep(1_500);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  console.log(`${name}.png`);
};
