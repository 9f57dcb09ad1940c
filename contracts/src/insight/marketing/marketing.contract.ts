import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';

const may = 'marketing:view';
/** Days in the company's time zone, both included and both given; without any, all of its time. */
const period = z.object({ dateStart: f.optionalDay, dateEnd: f.optionalDay });
const paired = <Fields extends z.ZodObject>(schema: Fields): Fields => f.inDayPair(schema, 'dateStart', 'dateEnd');
/** The filter's days, validated on the screen as on the server. */
export const MarketingPeriod = paired(period);

/** The names of the reports as files. */
export const marketingFiles = {
  synthetic: 'relatorio_midia_sociais.csv',
  analytical: 'relatorio_analitico_midia_sociais.csv',
} as const;

/** How many contacts came from a source. */
export const SourceQuantity = z.object({
  id: f.id,
  name: z.string(),
  color: z.string(),
  quantity: z.number().int(),
});
export type SourceQuantity = z.output<typeof SourceQuantity>;

/** A contact who came from a source, and when. */
export const SourceLead = z.object({
  id: z.string(),
  ticketId: f.id,
  contact_name: z.string().nullable(),
  number: z.string().nullable(),
  social_network: z.string(),
  color: z.string(),
  data: f.at,
});
export type SourceLead = z.output<typeof SourceLead>;

const filter = period.extend({
  mediaId: z
    .union([z.literal(''), f.id])
    .optional()
    .transform((id) => id || undefined),
});
const fileOf = <const Call extends `GET /${string}`>(call: Call) =>
  route({
    call,
    may,
    summary: 'The same report, whole, as a file for spreadsheets.',
    query: paired(filter.extend(f.after.shape)),
    reply: z.string(),
    type: 'text/csv',
  });

/** Which sources customers came from, for administrators. */
export const marketing = manifest({
  name: 'marketing',
  routes: {
    synthetic: route({
      call: 'GET /marketing/social-medias/report',
      may,
      summary: 'How many contacts came from each source: each once for a source and conversation. `mediaId`: from one source.',
      query: paired(filter.extend(f.after.shape)),
      reply: z.object({ report: z.array(SourceQuantity), total: z.number().int() }),
    }),
    syntheticFile: fileOf('GET /marketing/social-medias/report/csv'),
    analytical: route({
      call: 'GET /marketing/social-medias/report/analytical',
      may,
      summary: 'The contacts who came from the sources, the newest first.',
      query: paired(filter.extend({ cursor: f.text(1_000).optional(), ...f.after.shape })),
      reply: z.object({
        report: z.array(SourceLead),
        total: z.number().int(),
        hasMore: z.boolean(),
        /** Where the next rows begin. */
        cursor: z.string().nullable(),
      }),
    }),
    analyticalFile: fileOf('GET /marketing/social-medias/report/analytical/csv'),
  },
  permissions: { [may]: ['admin', 'auditor'] },
});
