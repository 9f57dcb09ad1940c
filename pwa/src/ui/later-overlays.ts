import { later } from '../kernel/later.ts';

/** No screen begins with one open, and they are a third as large as all that a list needs. */
export const overlays = later(() => import('./overlays.ts'));
