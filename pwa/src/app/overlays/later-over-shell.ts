import { later } from '../../kernel/loading/later.ts';

/** The parts that open over every screen. */
export const overShell = later(async () => {
  const parts = await import('./over-shell.ts');
  await parts.loadFinderTexts();
  return parts;
});
