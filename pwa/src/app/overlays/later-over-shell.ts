import { later } from '../../kernel/loading/later.ts';

/** The parts that open over every screen. */
export const overShell = later(() => import('./over-shell.ts'));
