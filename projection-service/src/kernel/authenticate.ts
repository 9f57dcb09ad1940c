import { Refused } from '@prosa/contracts';
import type { AccessClaims } from '@prosa/infra/runtime';
import type { Asker, FindAsker } from './feature.ts';
import type { Reader } from './reader.ts';

/** How long a user who has just been made is waited for, in milliseconds. */
const PATIENCE = 2_000;

/**
 * Turns the claims of a token into who asks. A token is refused only if its version is lower than the newest session's: a new token is
 * quicker than its event (decisions.md 26). Throws Refused ERR_UNAUTHENTICATED.
 */
export const authenticator =
  (reader: Reader, find: FindAsker, patienceMs = PATIENCE) =>
  async (claims: AccessClaims): Promise<Asker> => {
    const end = Date.now() + patienceMs;
    for (;;) {
      const { result: asker } = await reader.query({ companyId: claims.companyId }, (db) => find(db, claims));
      if (asker) {
        if (claims.version < asker.version) throw new Refused('ERR_UNAUTHENTICATED');
        return asker;
      }
      const left = end - Date.now();
      if (left <= 0) throw new Refused('ERR_UNAUTHENTICATED');
      await reader.next(left);
    }
  };
