import { z } from 'zod';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { record } from '../../kernel/record.ts';

const may = 'contact-fields:write';
const missing = 'ERR_NO_CONTACT_FIELD_FOUND';
const taken = 'ERR_CONTACT_FIELD_EXISTS';
const full = 'ERR_TOO_MANY_CONTACT_FIELDS';

export const contactFieldTypes = ['text', 'number', 'date', 'choice', 'cpf', 'cnpj'] as const;
export type ContactFieldType = (typeof contactFieldTypes)[number];

const contactField = record({
  name: 'contactFields',
  listAs: 'fields',
  kind: 'contact-field',
  fields: z.object({
    name: f.name,
    /** Fixed when the field is created: its values are of this type. */
    type: z.enum(contactFieldTypes).default('text'),
    /** What a choice offers, one on each line. */
    choices: f.text(limits.contactFieldChoices).default(''),
    /** The order in which fields are shown. */
    place: z.number({ error: 'Required' }).int('Invalid value').min(0, 'Invalid value').max(999, 'Invalid value').default(0),
  }),
  set: 'contact-fields',
  unique: [{ field: 'name', code: taken }],
  base: '/contact-fields',
  orderBy: ['place', 'name'],
  searchIn: ['name'],
  may: { read: 'signed-in', write: may },
  permissions: { [may]: ['admin'] },
  missing,
  errors: {
    [missing]: { status: 404, message: 'Nenhum campo encontrado com este número.' },
    [taken]: { status: 409, message: 'Já existe um campo com este nome.' },
    [full]: { status: 409, message: `Uma empresa tem no máximo ${limits.contactFields} campos de contato.` },
  },
});

/** The fields that a company's contacts have beside their free information. A deleted field's values stay with the contacts, out of sight. */
export const contactFields = {
  ...contactField,
  routes: { ...contactField.routes, create: { ...contactField.routes.create, refuses: [taken, full] } },
};
export type ContactFieldView = z.output<typeof contactFields.view>;
