import type { Identity } from '@prosa/contracts';
import { boundedCache } from '@prosa/infra/runtime';

/** Size of the cache of authors, which saves reads of the store. */
const KNOWN = { max: 5_000 };

/**
 * Which identity of a group's author is in the ids of their messages: the number, but the LID for good if a message came while that alone was
 * known. Otherwise a number that is learnt later would give the same message another id.
 */
export const groupAuthors = ({
  read,
  note,
}: {
  read: (lid: string) => Promise<boolean>;
  note: (lid: string) => Promise<void>;
}) => {
  const byLid = boundedCache<string, boolean>(KNOWN);
  return async (identities: readonly [Identity, ...Identity[]]): Promise<Identity> => {
    const [first] = identities;
    const lid = identities.find(({ kind }) => kind === 'lid');
    if (!lid) return first;
    const isNoted = byLid.get(lid.value) ?? (await read(lid.value));
    // Before anybody is told the id: it must be the same when it is reported again.
    if (!isNoted && first === lid) await note(lid.value);
    byLid.set(lid.value, isNoted || first === lid);
    return isNoted ? lid : first;
  };
};
