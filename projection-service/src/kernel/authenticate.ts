import { fields, Refused, refusalOfEnded } from '@prosa/contracts';
import type { AccessClaims } from '@prosa/infra/runtime';
import type { FastifyRequest } from 'fastify';
import type { Asker, FindAsker } from './feature.ts';
import type { Reader } from './reader.ts';

/** How long to wait for a user who has just been created, in milliseconds. */
const TIMEOUT_MS = 2_000;

/**
 * Resolves the claims of a token to the asker. A token is refused only if its version is lower than the newest session's: a new token may
 * arrive before its event is folded (decision 16). If the query has `after`, the asker's row is as new as that position too, because their
 * rights are part of the answer. Throws Refused ERR_UNAUTHENTICATED (or the code for why the session ended), or ERR_BEHIND.
 */
export const authenticator =
  (reader: Reader, find: FindAsker, timeoutMs = TIMEOUT_MS) =>
  async (claims: AccessClaims, request?: Pick<FastifyRequest, 'query'>): Promise<Asker> => {
    const end = Date.now() + timeoutMs;
    const { data: after } = fields.position.safeParse((request?.query as { after?: unknown } | undefined)?.after);
    const asking = { companyId: claims.companyId, ...(after !== undefined && { after }) };
    for (;;) {
      const { result: asker } = await reader.query(asking, (db) => find(db, claims));
      if (asker) {
        if (claims.version < asker.version) throw new Refused(refusalOfEnded(asker.ended));
        return asker;
      }
      const left = end - Date.now();
      if (left <= 0) throw new Refused('ERR_UNAUTHENTICATED');
      await reader.next(left);
    }
  };
