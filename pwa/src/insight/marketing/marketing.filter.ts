import type { Days } from '../reports/period-form.tsx';

/** How many came from each source, or who came. */
export type Kind = 'synthetic' | 'analytical';
/** `mediaId` '': of all sources. */
export type MarketingFilter = Days & { kind: Kind; mediaId: string };
/** The same as a call has it. */
export const queryOf = ({ kind: _, ...query }: MarketingFilter): Omit<MarketingFilter, 'kind'> => query;
