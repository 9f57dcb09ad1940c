import { z } from 'zod';
import { limits } from './limits.ts';
import { visible } from './texts/visible.ts';

/** Fields shared by many schemas. Their messages are taken literally from the specification. */
/** In lower case, as in every stream and table. */
export const id = z.uuid().toLowerCase();
/** Whether Postgres and the channels can store the text: no NUL, no lone surrogates. */
export const storable = (value: string): boolean => !value.includes('\0') && value.isWellFormed();
/** The text without the characters that cannot be stored. */
export const kept = (value: string): string => value.replaceAll('\0', '').toWellFormed();
/** Removes what cannot be stored from all texts and field names of a channel's payload; bytes and class instances stay. */
export const keptIn = <Value>(value: Value): Value => {
  if (typeof value === 'string') return kept(value) as Value;
  if (Array.isArray(value)) return value.map(keptIn) as Value;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [kept(name), keptIn(part)])) as Value;
};
/** A search text. */
export const search = z.string().overwrite(visible).max(200).refine(storable, 'Invalid text').default('');
export const name = z
  .string({ error: 'Required' })
  .overwrite(visible)
  .min(1, 'Required')
  .min(limits.name.min, 'Too Short!')
  .max(limits.name.max, 'Too Long!')
  .refine(storable, 'Invalid text');
export const email = z
  .string({ error: 'Required' })
  .overwrite(visible)
  .min(1, 'Required')
  .pipe(z.email('Invalid email'))
  .pipe(z.string().max(254, 'Too Long!'));
/** An e-mail that may be omitted, null or blank: all become null. */
export const optionalEmail = z
  .string({ error: 'Invalid email' })
  .overwrite(visible)
  .max(254, 'Too Long!')
  .refine((value) => value === '' || z.email().safeParse(value).success, 'Invalid email')
  .nullish()
  .transform((value) => value || null);
export const password = z
  .string({ error: 'Required' })
  .min(1, 'Required')
  .min(limits.password.min, 'Too Short!')
  .max(limits.password.max, 'Too Long!')
  .refine(storable, 'Invalid text');
export const number = z
  .string({ error: 'Required' })
  .overwrite(visible)
  .min(1, 'Required')
  .min(limits.number.min, 'Too Short!')
  .max(limits.number.max, 'Too Long!')
  .refine(storable, 'Invalid text');
export const color = z
  .string({ error: 'Required' })
  .overwrite(visible)
  .min(3, 'Too Short!')
  .max(9, 'Too Long!')
  .regex(/^#[0-9a-fA-F]+$/, 'Invalid color')
  .transform((value) => value.toUpperCase());
export const text = (max: number) => z.string({ error: 'Required' }).max(max, 'Too Long!').refine(storable, 'Invalid text');
export const automaticText = text(limits.automaticTextMax).default('');
/** A position in the event store as a decimal string, so that JSON keeps all its digits. */
export const position = z.string().regex(/^\d{1,20}$/);
/** Whether Postgres can compare it: 64 bits with a sign. As a text, because it is asked of what is no number, too. */
export const isStorablePosition = (value: string): boolean => value.padStart(20, '0') <= '09223372036854775807';
/** Postgres has no year 0. */
const isOfCalendar = (value: string): boolean => !value.startsWith('0000');
/** A time in the API: ISO 8601 in UTC. */
export const at = z.iso.datetime().refine(isOfCalendar, 'Invalid date');
/** A calendar day. */
export const day = z.iso.date().refine(isOfCalendar, 'Invalid date');
/**
 * Whether a time that somebody asks for is so far from both ends of the calendar that the days around it have years of four digits
 * in every zone: others can neither be written as ISO texts nor read by Postgres.
 */
export const isWithinCalendar = (value: string): boolean => value >= '0002' && value < '9999';
/** A calendar day that a call asks for. The last one that ISO 8601 can write has no day after it. */
export const askedDay = day.refine((value) => value <= '9999-12-30', 'Invalid date');
/** A day or nothing: an empty field is sent as ''. */
export const optionalDay = z
  .union([z.literal(''), askedDay])
  .optional()
  .transform((value) => value || undefined);
/** The message of a period whose first day is after its last: literally the specification's. */
export const reversed = 'Data início não pode ser maior que data fim';

/** Refuses a period whose first day is after its last: `first` and `last` name the fields. */
export const inDayOrder = <Fields extends z.ZodObject>(schema: Fields, first: string, last: string): Fields =>
  schema.superRefine((fields, { addIssue }) => {
    const { [first]: from, [last]: to } = fields as Record<string, string | undefined>;
    if (from && to && from > to) addIssue({ code: 'custom', path: [first], message: reversed });
  });

/** The message of a period of which only one day is given: literally the specification's. */
export const halfPeriod = 'Por favor, informe a data de início e fim';

/** Refuses also a period of which only one day is given: both or neither. */
export const inDayPair = <Fields extends z.ZodObject>(schema: Fields, first: string, last: string): Fields =>
  inDayOrder(schema, first, last).superRefine((fields, { addIssue }) => {
    const { [first]: from, [last]: to } = fields as Record<string, string | undefined>;
    if (!from !== !to) addIssue({ code: 'custom', path: [from ? last : first], message: halfPeriod });
  });

/** `true`, `1` and `enabled` of a query string are true; anything else is false. */
export const flag = z
  .union([z.boolean(), z.string()])
  .optional()
  .transform((value) => value === true || value === 'true' || value === '1' || value === 'enabled');
/** A flag that is undefined if it was not given. True for `true` and `1`. */
export const optionalFlag = z
  .union([z.boolean(), z.string()])
  .optional()
  .transform((value) => (value === undefined ? undefined : value === true || value === 'true' || value === '1'));
/** A list in a query string: `[..]` as JSON, comma-separated, or the parameter repeated. */
export const idList = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => (value === undefined || value === '' ? undefined : toList(value)))
  .pipe(z.array(z.union([id, z.literal('none')])).optional());
const toList = (value: string | string[]): string[] =>
  (Array.isArray(value) ? value : value.replace(/^\[|\]$/g, '').split(','))
    .map((item) => item.trim().replace(/^"|"$/g, ''))
    .filter(Boolean);

/** The languages of screens, notifications and mails. */
export const language = z.enum(['pt', 'en', 'es']);
export type Language = z.output<typeof language>;

export const page = z.object({
  searchParam: search,
  pageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1),
});
/**
 * A list that can be ordered by several fields, the first being the default. `cursor`: where the next page begins, from the reply before; it
 * takes the place of `pageNumber`.
 */
export const ordered = <const Fields extends readonly [string, ...string[]]>(orders: Fields) =>
  page.extend({
    orderBy: z.enum(orders).default(orders[0] as never),
    direction: z.enum(['asc', 'desc']).default('asc'),
    cursor: text(1_000).optional(),
  });
/** How many records a list has: of a search at most 1,000 are counted, and `atLeast` says that there may be more. */
export const counted = z.object({ count: z.number(), atLeast: z.boolean() });
/** `after`: the position that a command returned; the reader waits until its rows include that position (decision 32). */
export const after = z.object({ after: position.optional() });
/** As of when a call is asked: a position of the event store, or a time. */
const isMoment = (text: string): boolean =>
  position.safeParse(text).success
    ? isStorablePosition(text)
    : z.iso.datetime({ offset: true }).safeParse(text).success && isWithinCalendar(text);
/** Query of a call that can also be asked about the past. */
export const asOf = after.extend({ asOf: z.string().refine(isMoment, 'Invalid date').optional() });
export const idParam = z.object({ id });

const time = z.string({ error: 'Required' }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Invalid time');
/** The hours of a weekday, from 00:00 to 23:59, which is until midnight; equal times mean closed. A weekday may have several. */
export const schedule = z
  .object({
    weekday: text(30),
    weekdayEn: z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']),
    startTime: time,
    endTime: time,
  })
  .refine(({ startTime, endTime }) => startTime <= endTime, { path: ['endTime'], error: 'Ends before it begins' });
export const schedules = z.array(schedule).max(limits.schedules, 'Too many');
