import { fields, Refused, refusalOfEnded } from '@prosa/contracts';
import { type AccessClaims, type KeyEnds, type NamedKey, readApiKey } from '@prosa/infra/runtime';
import type { FastifyRequest } from 'fastify';
import type { Db } from './db.ts';
import type { Asker, FindAsker, FindKeyAsker } from './feature.ts';
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
  async (claims: AccessClaims, request?: Asked): Promise<Asker> => {
    const asker = await foundIn(reader, { companyId: claims.companyId, request, timeoutMs }, (db) => find(db, claims));
    if (claims.version < asker.version) throw new Refused(refusalOfEnded(asker.ended));
    return asker;
  };

/** Resolves an API key to the asker, in the same way, and notes that it was used. `isOver`: it was revoked, though its row may not say so yet. */
export const keyAuthenticator =
  (
    reader: Reader,
    find: FindKeyAsker,
    { isOver, noteUse }: { isOver: KeyEnds['isOver']; noteUse: (key: NamedKey) => void },
    timeoutMs = TIMEOUT_MS,
  ) =>
  async (bearer: string, request?: Asked): Promise<Asker> => {
    const named = readApiKey(bearer);
    if (!named) throw new Refused('ERR_UNAUTHENTICATED');
    const asking = { companyId: named.companyId, request, timeoutMs };
    const asker = await foundIn(reader, asking, (db) => find(db, bearer, named, new Date()));
    if (await isOver(named.keyId)) throw new Refused('ERR_UNAUTHENTICATED');
    noteUse(named);
    return asker;
  };

type Asked = Pick<FastifyRequest, 'query'>;

/** Looks for who asks until they are folded. Throws Refused ERR_UNAUTHENTICATED if they are not in time. */
const foundIn = async (
  reader: Reader,
  { companyId, request, timeoutMs }: { companyId: string; request: Asked | undefined; timeoutMs: number },
  find: (db: Db) => Promise<Asker | null>,
): Promise<Asker> => {
  const end = Date.now() + timeoutMs;
  const { data: after } = fields.position.safeParse((request?.query as { after?: unknown } | undefined)?.after);
  const asking = { companyId, ...(after !== undefined && { after }) };
  for (;;) {
    const { result: asker } = await reader.query(asking, find);
    if (asker) return asker;
    const left = end - Date.now();
    if (left <= 0) throw new Refused('ERR_UNAUTHENTICATED');
    await reader.next(left);
  }
};
