import { later } from '../../kernel/loading/later.ts';

/** Features that no first screen needs, such as those of the administration, loaded ahead or when an address needs one. */
export const laterFeatures = later(() => import('./found-later.ts'));

/** How many buttons of the top bar come with them: their place is kept free until then, so that nothing moves below a finger. */
export const LATE_BAR_BUTTONS = 2;
