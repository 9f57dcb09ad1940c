import type { ErrorReply } from '@prosa/contracts';

/** Failures other than a refusal: no answer, no answer in time, or cancelled by the caller. */
export type TransportCode = 'NETWORK' | 'TIMEOUT' | 'CANCELLED';

/**
 * A failed call. `code` is the reply's `error` (an ErrorCode of the contracts, or any text a server sent) or a TransportCode; `status` is
 * the HTTP status, 0 if no answer arrived; `fields` maps a field to its error.
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

  /** Whether it is unknown if the server carried the call out: a retry must use the same idempotency key. */
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
