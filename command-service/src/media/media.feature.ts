import { createHash } from 'node:crypto';
import { derivedId, grants, type MediaFacts, newId, Refused, routes } from '@prosa/contracts';
import { implement, type UploadedFile } from '@prosa/infra/runtime';
import { idempotencyKey } from '../kernel/command-identity.ts';
import type { App, Caller, Deps } from '../kernel/deps.ts';
import type { Feature } from '../kernel/feature.ts';
import { createMayWrite } from './may-write.ts';
import { mediaMigrations } from './media.migrations.ts';
import { keepMedia } from './media.reactors.ts';
import { createStaging } from './staging.ts';

const calls = (app: App, deps: Deps): void => {
  const { pool, vault, handle, commandOf } = deps;
  const staging = createStaging(deps);
  const mayWrite = createMayWrite(handle);

  /** Returns the facts of the file already stored for a key; null if there is none, or if it is incomplete. */
  const keptBefore = async (mediaId: string, companyId: string): Promise<MediaFacts | null> => {
    const { rowCount } = await pool.query(
      `select from command.media where id = $1 and company_id = $2 and state in ('staged', 'claimed', 'kept')`,
      [mediaId, companyId],
    );
    if (rowCount === 1) return (await vault.open(mediaId))?.facts ?? null;
    await staging.drop(mediaId);
    return null;
  };

  implement<typeof routes.media.upload, Caller>(app, routes.media.upload, async ({ query, principal, upload, request }) => {
    if (!upload) throw noFile();
    const { companyId } = principal;
    const ticketId = query.ticketId?.toLowerCase();
    if (ticketId !== undefined && !grants('tickets:serve', principal)) throw new Refused('ERR_NO_PERMISSION');
    const { commandId, actor } = commandOf(principal, request, null);
    const subjectId = ticketId === undefined ? companyId : await mayWrite({ commandId, actor, companyId }, ticketId, principal);
    const mediaId = idempotencyKey(request) === null ? newId() : derivedId(commandId, 'media');
    const before = await keptBefore(mediaId, companyId);
    let facts: MediaFacts | undefined;
    await upload.each(async (file) => {
      facts = before
        ? await sameAs(before, file)
        : await staging.stage(
            { ...file, owner: { subjectId, companyId }, durationMs: query.durationMs ?? null, ...limitsOf },
            mediaId,
          );
    });
    if (!facts) throw noFile();
    const { kind, mime, bytes, name, width, height } = facts;
    return { mediaId, kind, mime, bytes, name, width, height };
  });
};

const { kinds, maxBytes } = routes.media.upload.upload;
const limitsOf = { kinds, maxBytes };

const noFile = (): Refused => new Refused('ERR_VALIDATION', { fields: { file: 'Required' } });

/** Checks that a repeated upload has the same bytes as the first one with that key. */
const sameAs = async (before: MediaFacts, { bytes }: UploadedFile): Promise<MediaFacts> => {
  const hash = createHash('sha256');
  for await (const piece of bytes) hash.update(piece);
  if (hash.digest('hex') !== before.sha256) throw new Refused('ERR_IDEMPOTENCY_MISMATCH');
  return before;
};

/** Files, from their upload to the event that names them. */
export const media: Feature = { name: 'media', routes: calls, reactors: [keepMedia], migrations: mediaMigrations };
