import { later } from '../../kernel/loading/later.ts';

/** No screen begins with one open, and they are a third as large as all that a list needs. */
export const overlays = later(() => import('./overlays.ts'));
