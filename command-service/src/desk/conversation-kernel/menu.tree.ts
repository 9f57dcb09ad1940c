import type { ReferenceOption } from '../../kernel/reference-data.records.ts';

type Options = ReadonlyMap<string, ReferenceOption>;

/** The options of one step of a queue's menu, in their order; `parentId` null is the first step. */
export const siblings = (options: Options, queueId: string, parentId: string | null): ReferenceOption[] =>
  options
    .values()
    .filter((option) => option.queueId === queueId && option.parentId === parentId)
    .toArray()
    .sort((a, b) => a.option - b.option);

/** All options below one, however deep. */
export const below = (options: Options, id: string): ReferenceOption[] =>
  options
    .values()
    .filter(({ parentId }) => parentId === id)
    .toArray()
    .flatMap((child) => [child, ...below(options, child.id)]);
