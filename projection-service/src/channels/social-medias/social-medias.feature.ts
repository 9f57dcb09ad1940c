import { socialMedias as definition } from '@prosa/contracts';
import type { Feature } from '../../kernel/feature.ts';
import { recordFeature } from '../../records/record.feature.ts';

/** The sources that customers come from: a plain record, of which only administrators hear. */
export const socialMedias: Feature = recordFeature(definition, undefined, { counted: {}, counters: [], isForAdmins: true });
