import { useSelector } from 'react-redux';
import type { Notice } from '../kernel/feature.ts';
import { features } from './features.ts';

const sources = features.flatMap(({ notices }) => (notices ? [notices] : []));

/** What the bell counts, over all features. */
export const selectNoticeCount = (state: unknown): number => sources.reduce((sum, { count }) => sum + count(state as never), 0);

export const selectNotices = (state: unknown): Notice[] => sources.flatMap(({ list }) => list(state as never));

export const useNoticeCount = (): number => useSelector(selectNoticeCount);
