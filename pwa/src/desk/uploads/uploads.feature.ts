import type { Feature } from '../../shell/feature.ts';
import type texts from './uploads.pt.json';
import { watchUploads } from './uploads.saga.ts';
import { selectUploads } from './uploads.slice.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    uploads: typeof texts;
  }
}

/** Uploads files to Prosa, from where they are sent as messages. */
export const feature: Feature = {
  name: 'uploads',
  saga: watchUploads,
  // A reload would restart the uploads.
  holds: (state) => selectUploads(state).some(({ state: is }) => is === 'running'),
};
