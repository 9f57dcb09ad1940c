import { z } from 'zod';

/** Who did it: a user, a customer on a channel, an integration by its token, or Prosa itself. */
export const Actor = z.object({
  kind: z.enum(['user', 'customer', 'integration', 'system']),
  id: z.string(),
  /** Of a platform-level user who did it in another company: the one that they are of. */
  companyId: z.string().optional(),
});
export type Actor = z.output<typeof Actor>;

/** What stands beside every event. `position` and `revision` are the store's, the rest is written with the event. */
export type Meta = {
  companyId: string;
  actor: Actor;
  /** The command that caused it: how a repeated command is known (ADR 7). */
  commandId: string;
  /** Hash of the command's body, so that the same key with another body is refused. */
  commandHash?: string;
  correlationId: string;
  causationId: string;
  at: Date;
  /** Version of the event's schema. */
  version: number;
  /** Commit position in the store, rising over all streams. */
  position: bigint;
  /** Place in its stream, from 0. */
  revision: bigint;
  eventId: string;
  stream: string;
};

/** An event as stored: what happened, and who, when and why in `meta`. */
export type Fact<Type extends string = string, Data = unknown> = { type: Type; data: Data; meta: Meta };

/** What an upcaster may go by beside the data: it was written with the event. */
export type Written = Pick<Meta, 'companyId' | 'actor' | 'at'>;
/** How data of a version became the next version's. Personal fields pass through sealed: move them, don't read them. */
export type Upcast = (data: Record<string, unknown>, meta: Written) => Record<string, unknown>;
/** An upcaster for a version that only added optional fields. */
export const unchanged: Upcast = (data) => data;

/**
 * An event type is a value: its schema is the only place where its shape is written. The first of the `upcasters` lifts what version 1
 * wrote, and so on.
 */
export const event = <const Type extends string, Data extends z.ZodObject>(
  type: Type,
  data: Data,
  version = 1,
  upcasters: readonly Upcast[] = [],
) => ({ type, data, version, upcasters }) as const;
export type EventType = { type: string; data: z.ZodObject; version: number; upcasters?: readonly Upcast[] };

/** The facts of a table of event types, as a union. */
export type FactOf<Events extends Record<string, EventType>> = {
  [Name in keyof Events]: Fact<Events[Name]['type'], z.output<Events[Name]['data']>>;
}[keyof Events];

/** A fact as a decider makes it: the handler adds `meta`. */
export type Unstored<F extends Fact> = F extends { type: infer Type; data: infer Data } ? { type: Type; data: Data } : never;

/**
 * Marks a field that the event codec encrypts. `subject` names whose key: the name of a field of that event, or `contact` for
 * the contact of the conversation (which the codec is told by its caller).
 */
export const personal = <Schema extends z.ZodType>(schema: Schema, subject: string): Schema =>
  schema.meta({ personal: subject }) as Schema;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A call of the API: servers register and validate it, the PWA's client is typed by it, OpenAPI is made of it. */
export type RouteDefinition = {
  /** Method and path below `/api`, as in `PUT /tickets/:ticketId`. */
  call: `${Method} /${string}`;
  /** A permission. The catalogue refuses one that no feature brings, and likewise codes. */
  may: string;
  /**
   * Whose records it changes, where those are not the caller's own company's: PLATFORM's, or those of the company that a parameter of the
   * address names. For platform-level users alone, who change other companies by no other call.
   */
  company?: 'platform' | { param: string };
  summary: string;
  params?: z.ZodObject;
  /** The refusal where what the address names is not there, nor could be: it is no id. ERR_VALIDATION by field unless told. */
  missing?: string;
  /** Its own refusals; those that its kind brings, and `missing`, are known (refusals.ts). Tests refuse an answer that is not declared. */
  refuses?: readonly string[];
  query?: z.ZodObject;
  body?: z.ZodType;
  /** What a success answers, and with which status (200 unless told). */
  reply: z.ZodType;
  status?: 200 | 201;
};
export const route = <const Call extends RouteDefinition>(call: Call): Call => call;
