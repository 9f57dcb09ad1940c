import { createHmac, createSecretKey } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type CommandIdentity, idempotencyKey } from '../kernel/command-identity.ts';
import { slowHash } from './passwords.ts';

/**
 * Tells two passwords under one `Idempotency-Key` apart. The hash of a command stands in the clear beside its events, for ever, and people choose
 * short passwords: so what goes into it is hashed as slowly as the password itself, salted by the command, and keyed with a
 * key of the servers. Who has the events alone learns nothing; who has the key as well guesses no faster than at what is kept for signing in.
 */
export const passwordProof = (masterKey: Buffer) => {
  const key = createSecretKey(createHmac('sha256', masterKey).update('password proof').digest());
  return async (identity: CommandIdentity, request: FastifyRequest, password: string | undefined): Promise<CommandIdentity> => {
    // Without a key there is no second call of it.
    if (password === undefined || idempotencyKey(request) === null) return identity;
    const proof = await slowHash(password, Buffer.from(identity.commandId.replaceAll('-', ''), 'hex'));
    const commandHash = createHmac('sha256', key).update(identity.commandHash).update(proof).digest('base64url').slice(0, 22);
    return { ...identity, commandHash };
  };
};
