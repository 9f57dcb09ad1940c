import { later } from '../../kernel/loading/later.ts';

/** What opens over every screen. */
export const overShell = later(() => import('./over-shell.ts'));
