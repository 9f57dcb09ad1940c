import { type ContactFieldView, choicesOf, contactFields as definition, limits, Refused } from '@prosa/contracts';
import type { Feature } from '../../kernel/feature.ts';
import { keeps } from '../../kernel/reference-data.records.ts';
import { recordDecider } from '../../records/record.decider.ts';
import { recordRoutes } from '../../records/record.routes.ts';

type Fields = Pick<ContactFieldView, 'name' | 'type' | 'choices' | 'place'>;

const assertChoices = ({ type, choices }: Pick<Fields, 'type' | 'choices'>): void => {
  if (type === 'choice' && choicesOf({ choices }).length === 0)
    throw new Refused('ERR_VALIDATION', { fields: { choices: 'Required' } });
};

const decider = recordDecider<Fields>(definition, {
  creates: (fields, others) => {
    if (others.length >= limits.contactFields) throw new Refused('ERR_TOO_MANY_CONTACT_FIELDS');
    assertChoices(fields);
    return fields;
  },
  changes: (changes, field) => {
    if (changes.type !== undefined) throw new Refused('ERR_VALIDATION', { fields: { type: 'Cannot be changed' } });
    assertChoices({ ...field, ...changes });
    return changes;
  },
});

/** The fields of a company's contacts: a record, by which their values are read. */
export const contactFields: Feature = {
  name: definition.name,
  routes: (app, deps) => recordRoutes<Fields>(app, deps, definition, { decider }),
  keeps: keeps('contact-fields', decider, ({ records }) => new Map(Object.entries(records))),
};
