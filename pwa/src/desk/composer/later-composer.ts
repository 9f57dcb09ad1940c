import { later } from '../../kernel/loading/later.ts';

/** What opens over the field for messages. */
export const overComposer = later(() => import('./over-composer.ts'), { atRest: true });
