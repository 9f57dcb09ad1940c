import { inOnePiece } from '@prosa/infra/runtime';
import type { Staging } from './staging.ts';

/** Stores a portrait, sealed with the key of the person whose it is; returns the id of its file, which an event must name. */
export const keepPortrait = async (
  staging: Pick<Staging, 'stage' | 'claim'>,
  { companyId, commandId }: { companyId: string; commandId: string },
  subjectId: string,
  portrait: Buffer,
): Promise<string> => {
  const owner = { subjectId, companyId };
  const { mediaId } = await staging.stage({ bytes: inOnePiece(portrait), name: null, owner, kinds: ['image'] });
  await staging.claim({ mediaId, companyId, commandId });
  return mediaId;
};

/** Deletes the files that these events replace. */
export const discardReplaced = async (
  { discard }: Pick<Staging, 'discard'>,
  events: readonly { data: unknown }[],
): Promise<void> => {
  for (const { data } of events) {
    const { replaces = null } = data as { replaces?: string | null };
    if (replaces !== null) await discard(replaces);
  }
};
