import { useSelector } from 'react-redux';
import type { Feature, Notice } from '../../shell/feature.ts';
import { useFeatures } from '../../shell/features-context.ts';

/** The count of the bell, over all features. */
export const countNotices = (features: Feature[], state: unknown): number =>
  features.reduce((sum, { notices }) => sum + (notices?.count(state as never) ?? 0), 0);

export const listNotices = (features: Feature[], state: unknown): Notice[] =>
  features.flatMap(({ notices }) => notices?.list(state as never) ?? []);

export const useNoticeCount = (): number => {
  const features = useFeatures();
  return useSelector((state) => countNotices(features, state));
};

const isSame = (a: Notice[], b: Notice[]): boolean =>
  a.length === b.length && a.every((notice, at) => notice === b[at] || JSON.stringify(notice) === JSON.stringify(b[at]));

export const useNotices = (): Notice[] => {
  const features = useFeatures();
  return useSelector((state) => listNotices(features, state), isSame);
};

/** Whether the list is complete and the server's: a ticket that it lacks was read, or belongs to another user. */
export const useAreNoticesWhole = (): boolean => {
  const features = useFeatures();
  return useSelector((state) => features.every(({ notices }) => notices?.isWhole?.(state as never) ?? true));
};
