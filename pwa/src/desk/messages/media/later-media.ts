import { later } from '../../../kernel/loading/later.ts';

/** The code that shows files: loaded ahead, or with the first file. */
export const mediaBody = later(() => import('./media-body.tsx'), { atRest: true });
export const lightbox = later(() => import('./lightbox.tsx'), { atRest: true });
export const waitingPreview = later(() => import('./waiting-preview.tsx'), { atRest: true });
