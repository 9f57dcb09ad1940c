import { createHmac } from 'node:crypto';
import { derivedKey } from '@prosa/infra/runtime';
import type { FastifyRequest } from 'fastify';
import { type CommandIdentity, idempotencyKey } from '../../kernel/command-identity.ts';
import { slowHash } from './passwords.ts';

/**
 * Distinguishes two passwords under one `Idempotency-Key`. The hash of a command is stored in plain text beside its events, permanently,
 * and people choose short passwords: so its input is hashed as slowly as the password itself, salted with the command id, and keyed with a
 * key of the servers. The events alone reveal nothing; with the key, guessing is no faster than at the stored password hash.
 */
export const passwordProof = (masterKey: Buffer) => {
  const key = derivedKey(masterKey, 'password proof');
  return async (identity: CommandIdentity, request: FastifyRequest, password: string | undefined): Promise<CommandIdentity> => {
    // Without an idempotency key there is no repeat of the call.
    if (password === undefined || idempotencyKey(request) === null) return identity;
    const proof = await slowHash(password, Buffer.from(identity.commandId.replaceAll('-', ''), 'hex'));
    const commandHash = createHmac('sha256', key).update(identity.commandHash).update(proof).digest('base64url').slice(0, 22);
    return { ...identity, commandHash };
  };
};
