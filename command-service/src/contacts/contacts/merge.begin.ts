import { Refused } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import { addressOf } from './contact.address.ts';
import { type ContactRecord, readContact } from './contact.reading.ts';
import { merges } from './merges.decider.ts';

type Doer = Omit<Parameters<Deps['handle']>[0], 'decider' | 'stream' | 'command' | 'missing'>;

/** Begins the merge of one contact into another; the steps follow (decision 13). */
export const beginMerge = async (
  { store, handle }: Pick<Deps, 'store' | 'handle'>,
  doer: Doer,
  { contactId, into }: { contactId: string; into: string },
): Promise<void> => {
  const { companyId } = doer;
  await handle({
    ...doer,
    decider: merges,
    stream: `merges-${companyId}`,
    missing: 'ERR_NO_CONTACT_FOUND',
    // A repeat does not get here: by then the contact is merged.
    command: async () => {
      const [kept, merged] = await Promise.all([into, contactId].map((id) => readContact(store, companyId, id)));
      if (!kept || !merged) throw new Refused('ERR_NO_CONTACT_FOUND');
      if (into === contactId || !isMergeable(kept, merged)) throw new Refused('ERR_CONTACTS_DIFFER');
      return { do: 'begin merge' as const, contactId, into };
    },
  });
};

/**
 * Whether what is written in conversations of the one reaches the other: messages go to the kept contact's number. A page's id of a customer
 * is an address on that page alone.
 */
const isMergeable = (kept: ContactRecord, merged: ContactRecord): boolean =>
  kindOf(kept) === 'phone' && ['phone', 'lid', 'bsuid'].includes(kindOf(merged) ?? '');
const kindOf = ({ channel, number }: ContactRecord) => (number === null ? null : addressOf({ channel, number }).kind);
