import { later } from '../kernel/later.ts';

/** What no first screen needs: the features of the administration and the like, loaded ahead or when an address asks for one. */
export const laterFeatures = later(() => import('./found-later.ts'));
