import { type ErrorCode, type ErrorReply, errors, Refused } from '@prosa/contracts';
import type { FastifyContextConfig } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { UnknownEvent } from '../events/codec.ts';
import { isPostgresUnavailable } from '../kernel/pg.ts';
import { AppendOutcomeUnknown, AppendTooLarge, StoreUnavailable } from '../store/errors.ts';

// Schemas that name no message of their own say it as those do.
z.config({ customError: ({ input }) => (input === undefined ? 'Required' : undefined) });

/** Codes for refusals after which the same call may succeed immediately: the answer carries Retry-After. */
export const retryLater: ReadonlySet<string> = new Set<ErrorCode>(['ERR_BUSY', 'ERR_BEHIND', 'ERR_CREATING_TICKET']);

declare module 'fastify' {
  /** The declarations of a route beyond its schemas. */
  interface FastifyContextConfig {
    /** As in the contract. */
    missing?: ErrorCode;
  }
}

/** Converts any thrown error to the answer: a code and a message from the catalogue, never a stack trace. */
export const refusalOf = (error: unknown, route: FastifyContextConfig = {}): { status: number; body: ErrorReply } => {
  const refused = toRefused(error, route);
  const { code, status, message, fields, details } = refused;
  return { status, body: { error: code, message, ...(fields && { fields }), ...(details && { details }) } };
};

const toRefused = (error: unknown, { missing }: FastifyContextConfig): Refused => {
  if (error instanceof Refused) return error;
  // A malformed id cannot belong to any record, so the answer is the route's "missing" code.
  if (missing && (error as { validationContext?: string } | null)?.validationContext === 'params') return new Refused(missing);
  if (hasZodFastifySchemaValidationErrors(error)) return new Refused('ERR_VALIDATION', { fields: fieldsOf(error.validation) });
  return new Refused(codeOf(error));
};

const codeOf = (error: unknown): ErrorCode => {
  if (
    error instanceof UnknownEvent ||
    error instanceof AppendOutcomeUnknown ||
    error instanceof StoreUnavailable ||
    isPostgresUnavailable(error)
  )
    return 'ERR_BUSY';
  if (error instanceof AppendTooLarge) return 'ERR_TOO_LARGE';
  const { statusCode } = (error ?? {}) as { statusCode?: number };
  if (statusCode === errors.ERR_TOO_LARGE.status) return 'ERR_TOO_LARGE';
  if (statusCode === errors.ERR_NOT_FOUND.status) return 'ERR_NOT_FOUND';
  if (statusCode === errors.ERR_TOO_MANY_REQUESTS.status) return 'ERR_TOO_MANY_REQUESTS';
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return 'ERR_BAD_REQUEST';
  return 'ERR_INTERNAL';
};

/** Messages by dotted path: the first one of each field, and under `''` that of the whole body. */
export const fieldsOf = (issues: { instancePath: string; message?: string }[]): Record<string, string> => {
  const fields: Record<string, string> = Object.create(null);
  for (const { instancePath, message } of issues) {
    const path = instancePath.slice(1).replaceAll('/', '.');
    fields[path] ??= message ?? '';
  }
  return { ...fields };
};
