import { tags as definition } from '@prosa/contracts';
import { recordFeature } from '../records/record.feature.ts';

export const tags = recordFeature(definition, 'tag');
