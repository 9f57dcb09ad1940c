import { type Actor, abilitiesOf, countryOf, Refused } from '@prosa/contracts';
import { createCheckNumber } from '../../contacts/contacts/checked-numbers.ts';
import { createClaims } from '../../contacts/contacts/claims.ts';
import { typedNumber } from '../../contacts/contacts/contact.address.ts';
import { createFindContact, createResolveContact } from '../../contacts/contacts/resolve-contact.ts';
import type { Deps } from '../../kernel/deps.ts';
import { isOff } from '../connections/is-off.ts';

type Asked = { companyId: string; connectionId: string; number: string; actor: Actor };

/**
 * Returns the contact of a typed number, and makes one if there is none: called by its number until the channel reports a name. Where the
 * channel can tell, the number must exist there. Throws Refused.
 */
export const createContactOfNumber = (deps: Deps) => {
  const { referenceData } = deps;
  const world = { ...deps, claims: createClaims(deps) };
  const find = createFindContact(world);
  const resolve = createResolveContact(world);
  const check = createCheckNumber(deps);

  return async ({ companyId, connectionId, number, actor }: Asked): Promise<string> => {
    const connection = await referenceData.connection(companyId, connectionId);
    if (!connection) throw new Refused('ERR_NO_WAPP_FOUND');
    const { channel, provider } = connection;
    // Messenger and Instagram know their customers by ids that nobody can type.
    if (abilitiesOf(channel, provider).begins === 'never') throw new Refused('ERR_CHANNEL_CANNOT');
    const typed = typedNumber(number, countryOf((await referenceData.company(companyId))?.settings.country));
    const found = await find(companyId, [{ kind: 'phone', value: typed }]);
    if (found !== null) return found;
    if (isOff(connection)) throw new Refused('ERR_WAPP_NOT_INITIALIZED');
    const value = await check(companyId, connection, typed);
    return resolve({ companyId, identities: [{ kind: 'phone', value }], name: value, channel, actor });
  };
};
