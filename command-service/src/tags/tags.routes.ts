import { tags } from '@prosa/contracts';
import { recordRoutes } from '../records/record.routes.ts';

/** Labels on tickets and lanes of the board. */
export const tagsRoutes = recordRoutes(tags);
