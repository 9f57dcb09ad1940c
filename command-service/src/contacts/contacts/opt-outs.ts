import { canonicalIdentity } from '@prosa/contracts';
import type { KeyRing, Store } from '@prosa/infra/runtime';
import type { Preference } from './contact.decider.ts';
import { readContactEver } from './contact.reading.ts';

/**
 * What the person of an identity said last about campaigns: to the contact who has the identity, or to one who had it. A deleted contact's
 * word counts, or deleting it and adding the number again would make it forgotten.
 */
export const lastPreference = async (store: Store, companyId: string, identityStream: string): Promise<Preference | null> => {
  const claims = (await store.load(identityStream)).filter(({ type }) => type === 'IdentityClaimed');
  const owners = new Set(claims.map(({ data }) => (data as { contactId: string }).contactId));
  const records = await Promise.all([...owners].map((contactId) => readContactEver(store, companyId, contactId)));
  return records.reduce<Preference | null>((last, record) => {
    const said = record?.preference ?? null;
    return said && (!last || said.at > last.at) ? said : last;
  }, null);
};

/** Who wants no campaigns, as the streams tell at this moment: to be asked before each message of a campaign. */
export const createOptOuts = ({ store, keys }: { store: Store; keys: KeyRing }) => ({
  /** Since when the person of a number wants no campaigns; null: nobody said so. */
  since: async (companyId: string, number: string): Promise<string | null> => {
    const { kind, value } = canonicalIdentity({ kind: 'phone', value: number });
    const said = await lastPreference(store, companyId, await keys.identityStream(companyId, kind, value));
    return said?.optedOut ? said.at : null;
  },
});
export type OptOuts = ReturnType<typeof createOptOuts>;
