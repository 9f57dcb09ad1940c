import { z } from 'zod';
import type { Looks } from './looks.ts';

/** The author of an event: a user, a customer on a channel, an integration identified by its token, or Prosa itself. */
export const Actor = z.object({
  kind: z.enum(['user', 'customer', 'integration', 'system']),
  id: z.string(),
  /** For a platform-level user who acts in another company: the company that they belong to. */
  companyId: z.string().optional(),
});
export type Actor = z.output<typeof Actor>;

/** The metadata of an event. `position` and `revision` come from the store, the rest is written with the event. */
export type Meta = {
  companyId: string;
  actor: Actor;
  /** The command that caused it; identifies a repeated command (decision 5). */
  commandId: string;
  /** Hash of the command's body, so that the same key with another body is refused. */
  commandHash?: string;
  correlationId: string;
  causationId: string;
  at: Date;
  /** Version of the event's schema. */
  version: number;
  /** Commit position in the store, increasing over all streams. */
  position: bigint;
  /** Revision in its stream, from 0. */
  revision: bigint;
  eventId: string;
  stream: string;
};

/** A stored event: what happened, with author, time and cause in `meta`. */
export type Fact<Type extends string = string, Data = unknown> = { type: Type; data: Data; meta: Meta };

/** The metadata that an upcaster may use beside the data; it was written with the event. */
export type Written = Pick<Meta, 'companyId' | 'actor' | 'at'>;
/** Converts the data of one version to the next. Personal fields pass through encrypted: move them, don't read them. */
export type Upcast = (data: Record<string, unknown>, meta: Written) => Record<string, unknown>;
/** An upcaster for a version that only added optional fields. */
export const unchanged: Upcast = (data) => data;

/**
 * Defines an event type: its schema is the single definition of its shape. The first of the `upcasters` converts version 1 to version 2,
 * and so on.
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

/** A fact as a decider returns it: the handler adds `meta`. */
export type Unstored<F extends Fact> = F extends { type: infer Type; data: infer Data } ? { type: Type; data: Data } : never;

/**
 * Marks a field that the event codec encrypts. `subject` says whose key is used: the name of a field of that event, or `contact` for the
 * contact of the conversation (whose id the caller passes to the codec).
 */
export const personal = <Schema extends z.ZodType>(schema: Schema, subject: string): Schema =>
  schema.meta({ personal: subject }) as Schema;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The files that a call accepts as multipart/form-data: maximum size (a kind's own limit may be lower), kinds, one or several. */
export type Upload = {
  maxBytes: number;
  kinds: readonly ('image' | 'sticker' | 'audio' | 'video' | 'document')[];
  many: boolean;
  /** Further fields of the form, between or after the files. */
  form?: z.ZodObject;
};

/** The name of a file's part in the form. */
export const filePart = ({ many }: Pick<Upload, 'many'>): 'medias' | 'file' => (many ? 'medias' : 'file');

/** A call of the API: servers register and validate it, the PWA's client is typed by it, OpenAPI is made of it. */
export type RouteDefinition = {
  /** Method and path below `/api`, as in `PUT /tickets/:ticketId`. */
  call: `${Method} /${string}`;
  /** A permission. The catalogue throws if no feature declares it; the same holds for codes. */
  may: string;
  /**
   * The company whose records it changes, if not the caller's own: PLATFORM, the company that a parameter of the address names, or one that
   * the call creates. Only for platform-level users, who cannot change other companies by any other call.
   */
  company?: 'platform' | 'new' | { param: string };
  /** A permission with which platform-level users read all companies by this call, although everybody may make it. */
  overlook?: string;
  /** Only for people who are signed in: it concerns a person, a device or a session, so that no API key may call it. */
  person?: true;
  /** Also the token of the checkout may call it, which an administrator gets whose company's subscription is over (`checkoutToken`). */
  checkout?: true;
  /** A GET that auditors may call too, although `may` is a permission to write, which they do not hold. */
  auditors?: true;
  /** The scope with which an API key may call it, where everybody who is signed in may; default: `may` itself. */
  scope?: string;
  /** Who calls it looks at others' work or data: that is stored before the answer, once for each of them, record and hour. */
  looks?: Looks;
  summary: string;
  params?: z.ZodObject;
  /** The refusal if the addressed record does not exist, or its id is malformed. Default: ERR_VALIDATION by field. */
  missing?: string;
  /** Its own refusals; those of its kind, and `missing`, are added automatically (refusals.ts). Tests fail on an undeclared answer. */
  refuses?: readonly string[];
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The call accepts files: instead of its usual body, or only files. */
  upload?: Upload;
  /** The body of a successful answer, and its status (default 200). With 204 there is no body, and `reply` is null. */
  reply: z.ZodType;
  status?: 200 | 201 | 202 | 204;
  /** The answer is a file of this type, streamed; `reply` describes its text. Default: JSON. */
  type?: 'text/csv' | 'application/zip';
};
export const route = <const Call extends RouteDefinition>(call: Call): Call => call;
