import { z } from 'zod';
import { personal } from '../../kernel/contract.ts';
import { ContactCard, Place } from './kinds.contract.ts';

/** The content of a message that is neither text nor file; `body` is then ''. */
export const cards = {
  place: personal(Place, 'contact').optional(),
  contacts: personal(z.array(ContactCard), 'contact').optional(),
};
/** At most one of the two is there. */
export type Cards = { place?: Place | undefined; contacts?: ContactCard[] | undefined };
