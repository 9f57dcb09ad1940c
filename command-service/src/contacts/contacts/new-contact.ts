import { Refused } from '@prosa/contracts';
import type { Claim, Claims, Doer, NewContact, Place } from './claims.ts';

/** Maximum number of times that a command claims a number again, because it lost the claim before using it. */
export const CLAIM_TRIES = 5;

export const duplicated = () => new Refused('ERR_DUPLICATED_CONTACT');

/** Claims a phone number and creates its contact; a repeat finds what the command made. Throws Refused ERR_DUPLICATED_CONTACT. */
export const makeContact = async (claims: Claims, doer: Doer, fields: NewContact) => {
  const place = await claims.placeOf(doer.companyId, { kind: 'phone', value: fields.number });
  const claim = await claimed(claims, doer, place);
  const { contactId } = claim;
  const { mine, position, revision } = await claims.create(doer, place, claim, fields);
  if (!mine) throw duplicated();
  return { contactId, position, revision };
};

/** Returns the claim of a new contact's number: this command's own, or one taken over because its contact was never created. */
const claimed = async (claims: Claims, doer: Doer, place: Place): Promise<Claim> => {
  for (let tries = 0; tries < CLAIM_TRIES; tries += 1) {
    const claim = await claims.claim(doer, place);
    // The next step detects a valid claim of this command's own: a repeat finds that it made the claim itself.
    if (claim.mine || (await claims.stateOf(place, claim)) === 'valid') return claim;
    if (!(await claims.mayTake(place, claim))) throw duplicated();
    const taken = await claims.takeOver(doer, place, claim);
    if (taken?.mine) return taken;
    // A void claim may have been released meanwhile: then the number is free.
    if (taken) throw duplicated();
  }
  throw duplicated();
};
