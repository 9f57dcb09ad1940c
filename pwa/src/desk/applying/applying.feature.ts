import type { Feature } from '../../shell/feature.ts';
import { selectProgress } from '../macros/macros.slice.ts';
import { watchApplying } from './applying.saga.ts';

/** Macros on their way: their acts are done one after the other, each as by hand. A reload would leave the last ones out. */
export const feature: Feature = {
  name: 'applying',
  saga: watchApplying,
  holds: (state: Parameters<typeof selectProgress>[0]) => selectProgress(state) !== null,
};
