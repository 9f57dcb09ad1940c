import { type MediaFacts, newId, Refused } from '@prosa/contracts';
import { type Incoming, KeyDestroyed, MediaForgotten, MediaStoreFailed, type MediaVault } from '@prosa/infra/runtime';
import type { Pool } from 'pg';

type Staged = { facts: MediaFacts; subjectId: string };

/**
 * Files between their upload and the event that names them. A file has a row before its first byte is written, until an event names it. If
 * a process dies in between, the remains are therefore known and swept (`sweep.ts`).
 */
export type Staging = {
  /** Stores a file. If it rejects, nothing remains, or the sweep deletes it later. Throws Refused. */
  stage: (incoming: Omit<Incoming, 'mediaId'>, mediaId?: string) => Promise<MediaFacts>;
  /**
   * Stores a copy of a file for another person. Returns null if there is no such file, or if it is incomplete. If it rejects, nothing of
   * the copy remains. Throws Refused.
   */
  copy: (from: string, owner: Incoming['owner']) => Promise<MediaFacts | null>;
  /** Assigns a file to a command, exclusively and idempotently. Throws Refused ERR_NO_MEDIA_FOUND. */
  claim: (asked: { mediaId: string; companyId: string; commandId: string }) => Promise<Staged>;
  /** Releases a file from a command that was refused. */
  release: (asked: { mediaId: string; commandId: string }) => Promise<void>;
  /** Deletes a file that no command has claimed. */
  drop: (mediaId: string) => Promise<void>;
  /** Deletes a file that no event names any more. What cannot be deleted now is swept later. */
  discard: (mediaId: string) => Promise<void>;
};

export const createStaging = ({ pool, vault }: { pool: Pool; vault: MediaVault }): Staging => {
  const forget = async (mediaId: string): Promise<void> => {
    await vault.remove(mediaId);
    await pool.query(`delete from command.media where id = $1 and state in ('coming', 'dropped')`, [mediaId]);
  };

  /** Records a file before `keep` stores it, and as staged afterwards; drops it if `keep` fails. */
  const staged = async <Facts extends MediaFacts | null>(
    mediaId: string,
    { subjectId, companyId }: Incoming['owner'],
    keep: () => Promise<Facts>,
  ): Promise<Facts> => {
    await pool.query(`insert into command.media (id, company_id, subject, state) values ($1, $2, $3, 'coming')`, [
      mediaId,
      companyId,
      subjectId,
    ]);
    try {
      const facts = await keep();
      if (facts === null) await forget(mediaId);
      else
        await pool.query(`update command.media set state = 'staged', at = now() where id = $1 and state = 'coming'`, [mediaId]);
      return facts;
    } catch (error) {
      // If the deletion fails, the sweep repeats it.
      await forget(mediaId).catch(() => undefined);
      throw error instanceof KeyDestroyed ? new Refused('ERR_NO_CONTACT_FOUND') : error;
    }
  };

  return {
    stage: (incoming, mediaId = newId()) => staged(mediaId, incoming.owner, () => vault.keep({ ...incoming, mediaId })),

    copy: (from, owner) => {
      const mediaId = newId();
      return staged(mediaId, owner, () => vault.copy({ from, mediaId, owner }));
    },

    claim: async ({ mediaId, companyId, commandId }) => {
      const { rows } = await pool.query<{ subject: string }>(
        `update command.media set state = case state when 'staged' then 'claimed' else state end, claimed_by = $3,
           at = case state when 'staged' then now() else at end
         where id = $1 and company_id = $2 and (state = 'staged' or (state in ('claimed', 'kept') and claimed_by = $3)) returning subject`,
        [mediaId, companyId, commandId],
      );
      const [row] = rows;
      if (!row) throw new Refused('ERR_NO_MEDIA_FOUND');
      const file = await vault.open(mediaId).catch((error: unknown) => {
        if (error instanceof MediaForgotten) throw new Refused('ERR_NO_CONTACT_FOUND');
        if (error instanceof MediaStoreFailed) throw new Refused('ERR_MEDIA_STORE');
        throw error;
      });
      if (!file) throw new Refused('ERR_NO_MEDIA_FOUND');
      return { facts: file.facts, subjectId: row.subject };
    },

    release: async ({ mediaId, commandId }) => {
      await pool.query(
        `update command.media set state = 'staged', claimed_by = null, at = now() where id = $1 and state = 'claimed' and claimed_by = $2`,
        [mediaId, commandId],
      );
    },

    discard: async (mediaId) => {
      await pool.query(`update command.media set state = 'dropped', at = now() where id = $1`, [mediaId]);
      await forget(mediaId).catch(() => undefined);
    },

    drop: async (mediaId) => {
      const { rowCount } = await pool.query(
        `update command.media set state = 'dropped', at = now() where id = $1 and state in ('coming', 'staged', 'dropped')`,
        [mediaId],
      );
      if (rowCount === 1) await forget(mediaId);
    },
  };
};
