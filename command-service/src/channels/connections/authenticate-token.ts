import { Refused } from '@prosa/contracts';
import { boundedCache, type TokenHolder } from '@prosa/infra/runtime';
import type { Pool } from 'pg';
import type { ReferenceData } from '../../kernel/reference-data.ts';
import { assertServed } from '../../kernel/subscription.ts';
import { tokenHashOf } from './token-hash.ts';
import { connectionTokens, type TokenOwner } from './tokens.ts';

const MAX_TOKENS = 10_000;

/**
 * Identifies the connection whose token this is. What counts is the connection's own stream: a token that was replaced, and that of a
 * deleted connection, is refused. Throws Refused.
 */
export const authenticateToken = (world: { pool: Pool; referenceData: ReferenceData; clock: () => Date }) => {
  const { referenceData, clock } = world;
  const { ownerOf } = connectionTokens(world);
  const known = boundedCache<string, TokenOwner>({ max: MAX_TOKENS });

  const has = async ({ companyId, connectionId }: TokenOwner, hash: string): Promise<boolean> =>
    (await referenceData.connection(companyId, connectionId))?.tokenHash === hash;

  return async (token: string): Promise<TokenHolder> => {
    const hash = tokenHashOf(token);
    const cached = known.get(hash);
    const owner = cached && (await has(cached, hash)) ? cached : await ownerOf(hash);
    if (!owner) throw new Refused('ERR_UNAUTHENTICATED');
    if (owner !== cached && !(await has(owner, hash))) {
      // Another instance may have given it the token a moment ago.
      referenceData.forget(`connections-${owner.companyId}`);
      if (!(await has(owner, hash))) throw new Refused('ERR_UNAUTHENTICATED');
    }
    known.set(hash, owner);
    assertServed(await referenceData.company(owner.companyId), clock());
    return owner;
  };
};
