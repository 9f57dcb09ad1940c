import { FIRST_LANE } from '@prosa/contracts';

/** The first lane, as calls and attributes name it. */
export const FIRST = FIRST_LANE;
/** A lane as attributes name it. */
export const laneId = (tagId: string | null): string => tagId ?? FIRST;
