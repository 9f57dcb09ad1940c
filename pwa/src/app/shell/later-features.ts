import { later } from '../../kernel/loading/later.ts';

/** What no first screen needs: the features of the administration and the like, loaded ahead or when an address asks for one. */
export const laterFeatures = later(() => import('./found-later.ts'));

/** How many buttons of the top bar come with them: their place is kept free until then, so that nothing moves below a finger. */
export const LATE_BAR_BUTTONS = 2;
