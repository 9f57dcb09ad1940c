import { z } from 'zod';
import { type ErrorCode, errors } from './catalogue.ts';

/** The body of a refused call. `fields` maps a body's or query's field (dotted path) to its message. */
export const ErrorReply = z.object({
  error: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** More facts for the screen, such as the winner's name in `ERR_OTHER_OPEN_TICKET`. */
  details: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorReply = z.output<typeof ErrorReply>;

/** A refused call or command: its code gives the reason, independent of language. */
export class Refused extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(
    code: ErrorCode,
    more: { message?: string; fields?: Record<string, string>; details?: Record<string, unknown> } = {},
  ) {
    super(more.message ?? errors[code].message);
    this.code = code;
    this.status = errors[code].status;
    this.fields = more.fields;
    this.details = more.details;
  }
}
