import { type Fact, Refused } from '@prosa/contracts';
import type { Deps } from '../kernel/deps.ts';

/** The newest event of a record that has a stream of its own; null if it is another company's, or there is none. */
const lastOf = async ({ store }: Deps, companyId: string, stream: string): Promise<Fact | null> => {
  const [last] = await store.load(stream, { direction: 'backwards', max: 1 });
  return last?.meta.companyId === companyId ? (last as Fact) : null;
};

/** What a record names by id. */
export type Named = { queueIds?: readonly string[]; userIds?: readonly string[]; tagIds?: readonly string[] };

/** Throws Refused if the company has no such queue, user or tag (any more). */
export const assertNamed = async (deps: Deps, companyId: string, named: Named): Promise<void> => {
  const { queueIds = [], userIds = [], tagIds = [] } = named;
  const { referenceData } = deps;
  for (const id of queueIds) if (!(await referenceData.queue(companyId, id))) throw new Refused('ERR_NO_QUEUE_FOUND');
  for (const id of userIds) if (!(await referenceData.user(companyId, id))) throw new Refused('ERR_NO_USER_FOUND');
  for (const id of tagIds) {
    const last = await lastOf(deps, companyId, `tag-${id}`);
    if (!last || last.type === 'tag.deleted') throw new Refused('ERR_NO_TAG_FOUND');
  }
};
