import { z } from 'zod';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { visible } from '../../kernel/texts/visible.ts';

/** The refusal messages of a message search, by field: literally the specification's. */
export const messageSearchRefusals = {
  dates: 'Por favor, preencha as datas inicio e fim',
  order: f.reversed,
  short: 'Por favor, preencha o texto da mensagem com no mínimo 3 caracteres.',
} as const;

const fields = z.object({
  /** Days in the company's time zone, both ends included: both or none. */
  dateStart: f.optionalDay,
  dateEnd: f.optionalDay,
  description: z
    .string()
    .overwrite(visible)
    .min(limits.searchMin, messageSearchRefusals.short)
    .max(200, 'Too Long!')
    .refine(f.storable, 'Invalid text')
    .prefault(''),
});

const checked = <Fields extends typeof fields>(schema: Fields): Fields =>
  schema.superRefine(({ dateStart, dateEnd }, { addIssue }) => {
    if (!dateStart !== !dateEnd)
      addIssue({ code: 'custom', path: [dateStart ? 'dateEnd' : 'dateStart'], message: messageSearchRefusals.dates });
    if (dateStart && dateEnd && dateStart > dateEnd)
      addIssue({ code: 'custom', path: ['dateStart'], message: messageSearchRefusals.order });
  });

/** The fields of the search form, validated on the screen as on the server. */
export const MessageSearch = checked(fields);
export type MessageSearch = z.input<typeof MessageSearch>;

/** The query of `GET /messages/searchByBody`. */
export const messageSearchQuery = checked(
  fields.extend({ ...f.after.shape, pageNumber: z.coerce.number().int().min(1).max(10_000).default(1) }),
);
