import { z } from 'zod';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { record } from '../../kernel/record.ts';
import { visible } from '../../kernel/texts/visible.ts';

const text = (max: number) =>
  z.string({ error: 'Required' }).overwrite(visible).min(1, 'Required').max(max, 'Too Long!').refine(f.storable, 'Invalid text');

/** The code of a video, as in its address. */
export const videoCode = /^[\w-]{6,20}$/;

/** Instructions for everybody's work, each with a video: the platform's records. */
export const helps = record({
  name: 'helps',
  kind: 'help',
  fields: z.object({
    title: text(100),
    description: text(limits.automaticTextMax),
    /** The code alone; of an address it is taken. */
    video: z
      .string({ error: 'Required' })
      .overwrite(visible)
      .min(1, 'Required')
      .transform((value) => /(?:[?&]v=|youtu\.be\/|\/embed\/|\/shorts\/)([\w-]+)/.exec(value)?.[1] ?? value)
      .refine((value) => videoCode.test(value), 'Invalid value'),
  }),
  set: 'helps',
  unique: [{ field: 'title', code: 'ERR_HELP_TITLE_ALREADY_EXISTS' }],
  base: '/helps',
  orderBy: ['title'],
  searchIn: ['title', 'description'],
  reach: 'platform',
  may: { read: 'signed-in', write: 'helps:write' },
  permissions: { 'helps:write': ['super'] },
  missing: 'ERR_NO_HELP_FOUND',
  errors: {
    ERR_NO_HELP_FOUND: { status: 404, message: 'Nenhuma ajuda encontrada com este número.' },
    ERR_HELP_TITLE_ALREADY_EXISTS: {
      status: 409,
      message:
        'Não foi possível realizar a operação. Verifique se já existe uma ajuda com o mesmo nome ou se os campos foram preenchidos corretamente',
    },
  },
});
export type HelpView = z.output<typeof helps.view>;
