import { contactLists, Refused } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import type { ReferenceData } from '../../kernel/reference-data.ts';
import { present, type RecordState, recordDecider } from '../../records/record.decider.ts';

type Lists = RecordState<{ name: string }>['records'];
const decider = recordDecider<{ name: string }>(contactLists);

/** The lists of companies, from their streams. */
export const createLists = ({ store, referenceData }: { store: Store; referenceData: ReferenceData }) => {
  const read = async (stream: string): Promise<Lists> =>
    (await store.load(stream)).reduce((state, fact) => decider.evolve(state, fact as never, fact.meta), decider.initial())
      .records;
  // Of those that the reference data follow.
  const streamOf = (companyId: string): string => `contact-lists-${companyId}`;
  const isThere = async (companyId: string, id: string): Promise<boolean> => {
    const stream = streamOf(companyId);
    const known = await referenceData.look(stream, () => read(stream));
    // Another instance may have created it just now.
    return present(known, id) !== undefined || (!known[id] && present(await read(stream), id) !== undefined);
  };
  return {
    isThere,
    /** Throws Refused ERR_NO_CONTACT_LIST_FOUND. */
    assertThere: async (companyId: string, id: string): Promise<void> => {
      if (!(await isThere(companyId, id))) throw new Refused('ERR_NO_CONTACT_LIST_FOUND');
    },
    /** The ids of all lists that there ever were. */
    idsEver: async (companyId: string): Promise<string[]> => Object.keys(await read(streamOf(companyId))),
    /** The ids of all lists that are not deleted, as they are now. */
    idsOf: async (companyId: string): Promise<string[]> => {
      const lists = await read(streamOf(companyId));
      return Object.keys(lists).filter((id) => present(lists, id));
    },
  };
};
export type ListsOfCompanies = ReturnType<typeof createLists>;
