import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';

const may = 'reports:view';
const id = z
  .union([z.literal(''), f.id])
  .optional()
  .transform((one) => one || undefined);
/**
 * Days in the company's time zone, both included; without any, all of its time. A rating is of the day on which it was asked for. `queueId`
 * and `userId`: only of tickets that were in this queue then, and served by this user.
 */
const filter = z.object({ dateStart: f.optionalDay, dateEnd: f.optionalDay, queueId: id, userId: id });
const ordered = <Fields extends z.ZodObject>(schema: Fields): Fields => f.inDayOrder(schema, 'dateStart', 'dateEnd');

/** By what ratings are counted. */
export const ratingGroups = ['attendant', 'queue', 'day'] as const;
export type RatingGroup = (typeof ratingGroups)[number];
const by = z.enum(ratingGroups).default('attendant');

/** The names of the reports as files. */
export const ratingFiles = { figures: 'relatorio_avaliacoes.csv', comments: 'relatorio_comentarios.csv' } as const;

/** How many customers were asked for a rating, how many gave one, and how many each mark. */
const figures = z.object({
  asked: z.number().int(),
  rated: z.number().int(),
  ones: z.number().int(),
  twos: z.number().int(),
  threes: z.number().int(),
  /** The average of 1 to 3, with two decimals; null without ratings. */
  average: z.number().nullable(),
});
export type RatingFigures = z.output<typeof figures>;

export const RatingRow = figures.extend({
  /** The id of a user or queue, or a day; null: without one. */
  id: z.string().nullable(),
  name: z.string().nullable(),
  /** Of a queue. */
  color: z.string().nullable(),
  /** Of a user. */
  profilePicUrl: z.string().nullable(),
});
export type RatingRow = z.output<typeof RatingRow>;

export const RatingComment = z.object({
  ticketId: f.id,
  messageId: f.id,
  /** When the customer wrote it. */
  at: f.at,
  mark: z.number().int().min(1).max(3),
  /** Null: the customer has deleted it. */
  comment: z.string().nullable(),
  contactName: z.string().nullable(),
  queueName: z.string().nullable(),
  color: z.string().nullable(),
  attendant: z.string().nullable(),
});
export type RatingComment = z.output<typeof RatingComment>;

const ofComments = filter.extend({
  /** Only those of customers who gave this mark. */
  mark: z.coerce.number().int().min(1).max(3).optional(),
});

export const ratingRoutes = {
  show: route({
    call: 'GET /reports/ratings',
    may,
    summary:
      'Ratings by who served the ticket (the best first), by its queue, or by day: how many were asked for and given, and the marks.',
    query: ordered(filter.extend({ by, ...f.after.shape })),
    reply: z.object({ by: z.enum(ratingGroups), rows: z.array(RatingRow), total: figures }),
  }),
  file: route({
    call: 'GET /reports/ratings/csv',
    may,
    summary: 'The same report as a file for spreadsheets.',
    query: ordered(filter.extend({ by, ...f.after.shape })),
    reply: z.string(),
    type: 'text/csv',
  }),
  comments: route({
    call: 'GET /reports/ratings/comments',
    may,
    summary: 'The comments on ratings, the newest first, and how many there are in all and by mark.',
    query: ordered(ofComments.extend({ cursor: f.text(1_000).optional(), ...f.after.shape })),
    reply: z.object({
      comments: z.array(RatingComment),
      total: z.number().int(),
      /** Of those, who gave mark 1. */
      unsatisfied: z.number().int(),
      hasMore: z.boolean(),
      /** Where the next ones begin. */
      cursor: z.string().nullable(),
    }),
  }),
  commentsFile: route({
    call: 'GET /reports/ratings/comments/csv',
    may,
    summary: 'The same comments, all of them, as a file for spreadsheets.',
    query: ordered(ofComments.extend(f.after.shape)),
    reply: z.string(),
    type: 'text/csv',
  }),
};

/** What customers think of their service: their ratings and comments, for those who may see reports. */
export const ratings = manifest({ name: 'ratings', routes: ratingRoutes });
