import { z } from 'zod';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { record } from '../../kernel/record.ts';
import { visible } from '../../kernel/texts/visible.ts';

const required = z.string({ error: 'Obrigatório' }).overwrite(visible).min(1, 'Obrigatório');
const text = (min: number) =>
  required
    .refine((value) => value.length >= min, 'Too Short!')
    .max(limits.automaticTextMax, 'Too Long!')
    .refine(f.storable, 'Invalid text');

/** The faults of a macro's acts together. */
export const macroFaults = {
  many: 'At most 10 acts',
  twice: 'Only one act may resolve',
  after: 'No act may follow the one that resolves',
} as const;

/** When a ticket that a macro snoozes comes back: in an hour, or at a time of tomorrow or of the next such weekday. */
export const macroReturns = [
  'hour',
  'tomorrow',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** One act of a macro, done as the same act is by hand. */
const MacroAct = z.discriminatedUnion('do', [
  z.object({ do: z.literal('message'), text: text(1) }),
  z.object({ do: z.literal('reply'), quickMessageId: f.id }),
  /** Adds these to the ticket's tags. */
  z.object({ do: z.literal('tags'), tagIds: z.array(f.id).min(1, 'Obrigatório').max(10, 'Too many') }),
  /** With the act `user` right behind it both are one transfer; without it the ticket waits in the queue. */
  z.object({ do: z.literal('queue'), queueId: f.id }),
  z.object({ do: z.literal('user'), userId: f.id }),
  z.object({ do: z.literal('observation'), text: text(limits.observationMin) }),
  z.object({
    do: z.literal('snooze'),
    until: z.enum(macroReturns),
    /** On the company's clock; of no meaning for `hour`. */
    time: z
      .string({ error: 'Required' })
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Invalid time')
      .default('09:00'),
  }),
  z.object({ do: z.literal('resolve') }),
]);
export type MacroAct = z.output<typeof MacroAct>;

const acts = z
  .array(MacroAct, { error: 'Obrigatório' })
  .min(1, 'Obrigatório')
  .max(limits.macroActs, macroFaults.many)
  .superRefine((all, { addIssue }) => {
    const resolves = all.filter((act) => act.do === 'resolve').length;
    if (resolves > 1) addIssue({ code: 'custom', message: macroFaults.twice });
    else if (resolves === 1 && all.at(-1)?.do !== 'resolve') addIssue({ code: 'custom', message: macroFaults.after });
  });

const missing = 'ERR_NO_MACRO_FOUND';
const full = 'ERR_TOO_MANY_MACROS';

/**
 * Named lists of acts on a ticket, each with a word for the composer; with `userId` null they belong to everybody. All of a company's are in
 * one stream, because nobody may see the same word twice.
 */
export const macros = record({
  name: 'macros',
  kind: 'macro',
  fields: z.object({
    name: f.name,
    shortcode: required
      .overwrite((value) => value.replace(/^\//, ''))
      .min(1, 'Obrigatório')
      .max(50, 'Too Long!')
      .regex(/^\S*$/, 'No spaces')
      .refine(f.storable, 'Invalid text'),
    userId: f.id.nullish(),
    acts,
  }),
  owner: 'userId',
  set: 'macros',
  base: '/macros',
  orderBy: ['shortcode'],
  searchIn: ['name', 'shortcode'],
  may: { read: 'signed-in', write: 'macros:write' },
  permissions: { 'macros:write': ['admin', 'supervisor', 'user'] },
  refuses: [
    'ERR_SHORTCUT_TAKEN',
    full,
    'ERR_NO_TAG_FOUND',
    'ERR_NO_QUEUE_FOUND',
    'ERR_NO_USER_FOUND',
    'ERR_NO_QUICK_MESSAGE_FOUND',
  ],
  missing,
  errors: {
    [missing]: { status: 404, message: 'Nenhuma macro encontrada com este número.' },
    [full]: { status: 409, message: `São no máximo ${limits.macros} macros de uma pessoa, e tantas da empresa.` },
    ERR_SHORTCUT_TAKEN: { status: 409, message: 'Já existe uma macro ou resposta rápida com este atalho.' },
  },
});

/** A macro as those see it who may use it. */
export const MacroView = macros.view;
export type MacroView = z.output<typeof MacroView>;
