import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { manifest } from '../../kernel/manifest.ts';

/** The refusal messages of a period, by fault: literally the specification's. */
export const periodRefusals = { none: 'Parametrize o filtro', order: f.reversed } as const;

/** Refuses a period without any limit, and one whose first day is after its last. `names`: its two days, and the field to blame. */
const checked = <Fields extends z.ZodObject>(schema: Fields, [first, last, blamed]: readonly [string, string, string]): Fields =>
  f.inDayOrder(schema, first, last).superRefine((fields, { addIssue }) => {
    const { [first]: from, [last]: to, days } = fields as Record<string, string | number | undefined>;
    if (!from && !to && !days) addIssue({ code: 'custom', path: [blamed], message: periodRefusals.none });
  });

/** Days in the company's time zone, both included. `days`: so many up to and with today; 0 is none. All that is given must hold. */
const period = z.object({
  days: z.coerce.number().int().min(0).max(limits.dashboardDays).default(0),
  date_from: f.optionalDay,
  date_to: f.optionalDay,
});
/** The dashboard's filter, validated on the screen as on the server. */
export const DashboardFilter = checked(period, ['date_from', 'date_to', 'days']);
export type DashboardFilter = z.input<typeof DashboardFilter>;

/** Minutes, rounded. */
const minutes = z.number().int();

export const DashboardView = z.object({
  /** The days of the period as they were applied, in the company's time zone; null without a limit. */
  period: z.object({ from: f.day.nullable(), to: f.day.nullable() }),
  counters: z.object({
    /** Now, whatever the period. */
    supportPending: z.number(),
    /** Of those, who waits longer than their queue allows: at most `limits.foundMax` of each queue. */
    supportLate: z.number(),
    supportHappening: z.number(),
    /** Tickets that were closed in the period and still are. */
    supportFinished: z.number(),
    /** Customers whose first ticket is of the period. */
    leads: z.number(),
    /** How long those finished were served, without the time in which they waited; 0 if there are none. */
    avgSupportTime: minutes,
    /** How long those accepted in the period had waited; 0 if there are none. */
    avgWaitTime: minutes,
  }),
  /** Tickets that were opened in the period, by the hour of the day in the company's time zone; hours without any are left out. */
  hours: z.array(z.object({ hour: z.number().int().min(0).max(23), count: z.number() })),
  /** Everybody in the company, by name; `rating` and `avgSupportTime` of their tickets finished in the period, null without any. */
  attendants: z.array(
    z.object({
      id: f.id,
      name: z.string().nullable(),
      profilePicUrl: z.string().nullable(),
      sectorName: z.string().nullable(),
      /** The average of 1 to 3, with two decimals. */
      rating: z.number().nullable(),
      avgSupportTime: minutes.nullable(),
      online: z.boolean(),
    }),
  ),
  /** Sectors with tickets finished in the period, by name, as their users belong to them now. */
  sector_averages: z.array(z.object({ id: f.id, name: z.string(), avgSupportTime: minutes })),
});
export type DashboardView = z.output<typeof DashboardView>;

/** The first steps of a company, and whether each has been taken. What the test customer does takes none. */
export const FirstSteps = z.object({
  /** A connection is connected, or was: a customer has written. */
  channel: z.boolean(),
  queue: z.boolean(),
  /** Somebody beside the first administrator has an account or an invitation. */
  people: z.boolean(),
  /** A queue or a connection greets who writes for the first time. */
  greeting: z.boolean(),
  /** A customer who waited has been attended. */
  answered: z.boolean(),
  /** No step: whether the company has its test customer. */
  sample: z.boolean(),
});
export type FirstSteps = z.output<typeof FirstSteps>;

const refusesPeriod = 'Refused without any limit of the period.';

export const dashboardRoutes = {
  show: route({
    call: 'GET /dashboard',
    may: 'dashboard:view',
    summary: `Counters, averages and attendants of a period. ${refusesPeriod}`,
    query: checked(period.extend(f.after.shape), ['date_from', 'date_to', 'days']),
    reply: DashboardView,
  }),
  steps: route({
    call: 'GET /dashboard/steps',
    may: 'dashboard:view',
    summary: 'Which of the first steps the company has taken.',
    query: f.after,
    reply: FirstSteps,
  }),
  byPeriod: route({
    call: 'GET /tickets_by_period',
    may: 'dashboard:view',
    summary: `How many tickets were opened in each hour of a period, which begins at \`createdAt\`; hours without any are left out. ${refusesPeriod}`,
    query: checked(z.object({ dateFrom: f.optionalDay, dateTo: f.optionalDay, ...f.after.shape }), [
      'dateFrom',
      'dateTo',
      'dateFrom',
    ]),
    reply: z.object({ tickets: z.array(z.object({ createdAt: f.at, count: z.number() })) }),
  }),
};

/** The overview of a company's service, for its administrators. */
export const dashboard = manifest({
  name: 'dashboard',
  routes: dashboardRoutes,
  permissions: { 'dashboard:view': ['admin', 'auditor'] },
});
