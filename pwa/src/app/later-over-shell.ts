import { later } from '../kernel/later.ts';

/** What opens over every screen. */
export const overShell = later(() => import('./over-shell.ts'));
