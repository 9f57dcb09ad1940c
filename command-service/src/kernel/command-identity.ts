import { createHmac } from 'node:crypto';
import { type Actor, derivedId, newId, Refused } from '@prosa/contracts';
import { derivedKey } from '@prosa/infra/runtime';
import type { FastifyRequest } from 'fastify';

const KEY_MAX = 200;

/** The identity of a call as a command: its id, which identifies a repeat, and its actor. Spread it into `handle({...})`. */
export type CommandIdentity = {
  commandId: string;
  commandHash: string;
  actor: Actor;
  /** The company whose records change: the caller's, unless the call names another. */
  companyId: string;
};
/** A caller with scopes is an integration. `body` distinguishes two commands with the same key: it is the call's body, unless that holds what must not be hashed (a password). */
export type IdentifyCommand = (
  principal: { userId: string; companyId: string; scopes?: readonly string[] },
  request: FastifyRequest,
  body?: unknown,
) => CommandIdentity;

/**
 * Reads a call's identity (decision 5): the id is derived from company, actor and `Idempotency-Key`; without a key it is new. The hash of
 * method, path and body is an HMAC, because bodies hold phone numbers and texts and the hash is stored in plain text.
 */
export const commandIdentity = (masterKey: Buffer): IdentifyCommand => {
  // A key object: if raw bytes were passed, Node would create a key object for each call.
  const secret = derivedKey(masterKey, 'command-hash');
  return ({ userId, companyId, scopes }, request, body = request.body) => {
    const key = idempotencyKey(request);
    return {
      commandId: key === null ? newId() : derivedId(companyId, userId, key),
      commandHash: createHmac('sha256', secret)
        .update(`${request.method} ${request.url}\n${JSON.stringify(body ?? null)}`)
        .digest('base64url')
        .slice(0, 22),
      actor: { kind: scopes ? 'integration' : 'user', id: userId },
      companyId,
    };
  };
};

/** The call's `Idempotency-Key`, by which a screen also finds its optimistic record; null if there is none. */
export const idempotencyKey = (request: FastifyRequest): string | null => {
  const key = request.headers['idempotency-key'];
  if (key === undefined || key === '') return null;
  if (typeof key !== 'string' || key.length > KEY_MAX)
    throw new Refused('ERR_VALIDATION', { fields: { 'Idempotency-Key': 'Too Long!' } });
  return key;
};
