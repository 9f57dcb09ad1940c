import type { ContactFact, ContactValue, RecordChange } from '@prosa/contracts';
import { changed, follow, type Source, type Told, withheld } from './telling.ts';

const fields = ['name', 'number', 'email', 'extraInfo'] as const;

/** A contact's own stream. Claims of identities are how it is made sure that each is one contact's: nobody asks for them. */
export const contactSources = (contactId: string): Source[] => {
  const known = follow({ personal: fields });
  const values = new Map<string, string>();
  let isErased = false;
  let optedOut = false;

  const ofValue = ({ fieldId, value }: ContactValue): RecordChange => {
    const before = values.get(fieldId);
    values.set(fieldId, value);
    return changed(fieldId, before, value);
  };
  /** What another identity is called: a number is one of the contact's numbers, the others are addresses of a channel. */
  const ofIdentity = (kind: string, value: string | null): RecordChange => {
    const field = kind === 'phone' ? 'otherNumbers' : 'address';
    return value === null ? withheld(field, 'erased') : changed(field, null, value);
  };
  const ofPreference = (to: boolean): RecordChange => {
    const from = optedOut;
    optedOut = to;
    return changed('optedOut', from, to);
  };

  const tell = ({ type, data }: ContactFact): Told | null => {
    switch (type) {
      case 'ContactCreated':
        // Of a forgotten person every field is null.
        isErased = (data.name as string | null) === null;
        if (isErased) known.erased();
        return { changes: known.changes(data, fields) };
      case 'ContactChanged':
        return { changes: known.changes(data, fields) };
      case 'ContactFieldsChanged':
        return { changes: isErased ? [withheld('fields', 'erased')] : data.fields.map(ofValue) };
      case 'ContactIdentified':
        return { changes: [ofIdentity(data.kind, data.value)] };
      case 'ContactPictureChanged':
        return { changes: [changed('picture', data.replaces !== null, data.mediaId !== null)] };
      case 'ContactPreferenceTold':
        return { changes: [ofPreference(data.optedOut)] };
      case 'ContactMerged':
        return { about: data.into };
      case 'ContactAbsorbed':
        return { about: data.absorbed };
      case 'Abandoned':
      case 'ClaimClosed':
        return null;
      default:
        return {};
    }
  };
  return [{ stream: `contact-${contactId}`, telling: (fact) => tell(fact as ContactFact) }];
};
