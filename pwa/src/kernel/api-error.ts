import type { ErrorReply } from '@prosa/contracts';

/** What can go wrong besides a refusal: nobody answered, not in time, or the caller gave up. */
export type TransportCode = 'NETWORK' | 'TIMEOUT' | 'CANCELLED';

/**
 * A call that did not succeed. `code` is the reply's `error` (an ErrorCode of the contracts, or any text a server sent) or a
 * TransportCode; `status` is HTTP's, 0 where no answer came; `fields` maps a field to what is wrong with it.
 */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: Record<string, string>;
  readonly details: Record<string, unknown>;

  constructor(code: string, status: number, more: Partial<Pick<ErrorReply, 'message' | 'fields' | 'details'>> = {}) {
    super(more.message ?? code);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.fields = more.fields ?? {};
    this.details = more.details ?? {};
  }

  /** Whether it is not known if the server carried the call out: a repeat must carry the same key. */
  get isUncertain(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/** An error as the store keeps it: plain data. */
export type Failure = {
  code: string;
  status: number;
  message: string;
  fields: Record<string, string>;
  details: Record<string, unknown>;
};

export const failureOf = (error: unknown): Failure => {
  if (error instanceof ApiError) {
    const { code, status, message, fields, details } = error;
    return { code, status, message, fields, details };
  }
  return { code: 'UNKNOWN', status: 0, message: error instanceof Error ? error.message : String(error), fields: {}, details: {} };
};
