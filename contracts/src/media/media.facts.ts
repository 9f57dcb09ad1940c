import { z } from 'zod';
import { personal } from '../kernel/contract.ts';
import * as f from '../kernel/fields.ts';
import { derivedId } from '../kernel/ids.ts';

/** The kind of a file, detected from its bytes, never taken from the sender. Everything that cannot be shown or played is a document. */
export const MediaKind = z.enum(['image', 'sticker', 'audio', 'video', 'document']);
export type MediaKind = z.output<typeof MediaKind>;

/** The largest measures that are believed, whoever tells them: pixels a side, and milliseconds. */
export const mediaMost = { side: 32_768, durationMs: 86_400_000 } as const;

/** Null if the size cannot be read from the bytes. */
const measure = z.number().int().nonnegative().nullable();

/** The facts of a stored file. Its name and the SHA-256 of its bytes (hex) are personal data. */
export const MediaFacts = z.object({
  mediaId: f.id,
  kind: MediaKind,
  mime: z.string(),
  bytes: z.number().int().nonnegative(),
  /** The original file name without folders; null if it had none. */
  name: personal(z.string().nullable(), 'contact'),
  sha256: personal(z.string(), 'contact'),
  /** In pixels, as displayed. */
  width: measure,
  height: measure,
  durationMs: measure,
  /** Whether a thumbnail is stored too, as `thumbnailId(mediaId)`. */
  thumbnail: z.boolean(),
});
export type MediaFacts = z.output<typeof MediaFacts>;

/**
 * Why a customer's file is missing: the channel no longer has it, did not answer in five tries, delivered a damaged file, or one that is
 * too large.
 */
export const MediaFailure = z.enum(['gone', 'unavailable', 'refused', 'too-large']);
export type MediaFailure = z.output<typeof MediaFailure>;

/** How large and how long a file is, where a channel says so. */
export const MediaMeasures = z.object({ width: measure.optional(), height: measure.optional(), durationMs: measure.optional() });
export type MediaMeasures = z.output<typeof MediaMeasures>;

/** A channel's report on a customer's file before its bytes have arrived. */
export const MediaAnnounced = MediaFacts.pick({ mediaId: true, kind: true, mime: true, name: true }).extend({
  /** Null if the channel does not say. */
  bytes: z.number().int().nonnegative().nullable(),
  ...MediaMeasures.shape,
});
export type MediaAnnounced = z.output<typeof MediaAnnounced>;

/** The id under which one attempt to fetch a file stores it: no attempt writes or deletes what another one has stored. */
export const mediaObjectName = (mediaId: string, attempt: number): string =>
  attempt === 1 ? mediaId : derivedId(mediaId, 'attempt', String(attempt));
