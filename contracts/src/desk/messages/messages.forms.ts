import { z } from 'zod';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { isBlank, visible } from '../../kernel/texts/visible.ts';

/** The body of an observation; a violation is refused with the specification's wording. */
export const ObservationForm = z.object({
  body: f
    .text(limits.messageMax)
    .refine((text) => !isBlank(text), { error: 'O campo de texto da observação não pode estar vazio.', abort: true })
    .refine((text) => visible(text).length >= limits.observationMin, {
      error: 'O campo de texto da observação deve conter mais de 5 caracteres.',
    }),
});
/** The text fields beside the files of a message that arrives as a multipart form, where every value is a string. */
export const MessageForm = z.object({
  body: f.text(limits.messageMax).default(''),
  fromMe: f.flag,
  signed: f.flag,
  quotedMsg: f.id.or(z.literal('').transform(() => undefined)).optional(),
});
export type MessageForm = z.output<typeof MessageForm>;
