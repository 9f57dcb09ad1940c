import { fields, Refused, refusalOfEnded } from '@prosa/contracts';
import type { AccessClaims } from '@prosa/infra/runtime';
import type { FastifyRequest } from 'fastify';
import type { Asker, FindAsker } from './feature.ts';
import type { Reader } from './reader.ts';

/** How long a user who has just been made is waited for, in milliseconds. */
const TIMEOUT_MS = 2_000;

/**
 * Turns the claims of a token into who asks. A token is refused only if its version is lower than the newest session's: a new token is
 * quicker than its event (ADR 26). Who asks for no older answer than `after` is no older either: what they may see is part of the
 * answer. Throws Refused ERR_UNAUTHENTICATED (or what tells why the session ended), or ERR_BEHIND.
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
