import { z } from 'zod';
import { event, type FactOf } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';

/** Any word: a further kind of look, or of record, is no new version of the event. */
const word = z.string().regex(/^[a-z][a-z-]{0,39}$/);

export const accessFields = {
  /** A `LookKind`. */
  kind: word,
  /** At which record: its kind, and its id or key. */
  subject: z.object({ kind: word, id: f.text(100).min(1) }),
  /** When it was looked at, for the first time in this hour. */
  at: f.at,
};

/** Streams `access-{companyId}-{day}`, of UTC days: who looked at what, once for each of them, kind, record and hour. */
export const accessEvents = { Accessed: event('Accessed', z.object(accessFields)) };
export type AccessFact = FactOf<typeof accessEvents>;

/** The stream of the looks at a company's records on a day. */
export const accessStream = (companyId: string, at: string): string => `access-${companyId}-${at.slice(0, 10)}`;
