import { createHash, type KeyObject } from 'node:crypto';
import { derivedId, limits, MediaFacts, type MediaKind, Refused, thumbnailId } from '@prosa/contracts';
import { type Clip, readClip } from './clips.ts';
import { safeName } from './names.ts';
import { readPicture } from './pictures.ts';
import { ended, headOf, joined } from './pieces.ts';
import { MediaDamaged, type Owner, ownerOf, seal, type Unsealed, unseal } from './sealed.ts';
import { sniff } from './sniff.ts';
import { type ByteRange, type MediaStore, MediaStoreFailed } from './store.port.ts';

/** The person who owns the file was forgotten: nobody can open it any more. */
export class MediaForgotten extends Error {
  override name = 'MediaForgotten';
}

/** The persons' keys, as the key ring provides them. */
export type SubjectKeys = {
  create: (subjectId: string, companyId: string) => Promise<KeyObject>;
  load: (subjectIds: Iterable<string>) => Promise<Map<string, KeyObject | null>>;
};

/** A file to store, with what its sender states about it. */
export type Incoming = {
  mediaId: string;
  owner: Owner;
  bytes: AsyncIterable<Uint8Array>;
  name: string | null;
  /** How long it is played, which counts where its bytes do not tell. */
  durationMs?: number | null;
  /** Accepted kinds and maximum size; by default the limits of each kind. */
  kinds?: readonly MediaKind[];
  maxBytes?: number;
  /** The small picture that came with a file which is no picture itself, such as a video: its thumbnail, if it can be decoded. */
  poster?: Buffer | null;
  /** A picture is stored as a sticker: its bytes do not show that. */
  sticker?: boolean;
  /**
   * Other calls may store, or have stored, the same bytes under the same id: if this call rejects, the stored bytes stay, and the caller
   * must sweep them.
   */
  shared?: boolean;
};

/** An open file: its facts, its owner, and its bytes. */
export type OpenMedia = { facts: MediaFacts; owner: Owner; size: number; read: (range?: ByteRange) => AsyncGenerator<Buffer> };

/** Files in any store, encrypted with their owners' keys. */
export type MediaVault = {
  /**
   * Stores a file and returns its facts. The file is never in memory as a whole. If it rejects, nothing is stored, unless the file is
   * `shared`. Throws Refused: ERR_MEDIA_EMPTY, ERR_MEDIA_KIND, ERR_TOO_LARGE, ERR_MEDIA_STORE.
   */
  keep: (incoming: Incoming) => Promise<MediaFacts>;
  /**
   * Stores a copy of a file under another person's key, streamed. Returns null if there is no such file, or if it is incomplete. If it
   * rejects, nothing is stored. Throws MediaForgotten, MediaDamaged, Refused ERR_MEDIA_STORE.
   */
  copy: (asked: { from: string; mediaId: string; owner: Owner }) => Promise<MediaFacts | null>;
  /** Returns null if there is no such file, or if it is incomplete. Throws MediaForgotten, MediaDamaged, MediaStoreFailed. */
  open: (mediaId: string) => Promise<OpenMedia | null>;
  /** Deletes the file with its thumbnail and facts. */
  remove: (mediaId: string) => Promise<void>;
  /** Deletes incomplete writes of processes that were killed. */
  tidy: () => Promise<void>;
};

/** Incomplete writes older than any upload may take belong to a process that has ended. */
const LEFT_MS = 24 * 3_600_000;
/** The facts are stored beside the file, and written last: if they exist, the file is complete. */
const factsId = (mediaId: string): string => derivedId(mediaId, 'facts');

export const mediaVault = ({ store, keys }: { store: MediaStore; keys: SubjectKeys }): MediaVault => {
  const put = async (id: string, owner: Owner, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
    await store.put(id, seal({ id, owner, key: await keys.create(owner.subjectId, owner.companyId) }, bytes));
  };

  const openSealed = async (id: string): Promise<Unsealed | null> => {
    const size = await store.size(id);
    if (size === null) return null;
    const fetch = async (range: ByteRange) => {
      const bytes = await store.get(id, range);
      if (!bytes) throw new MediaDamaged('A file went while it was read.');
      return bytes;
    };
    const { owner, header } = await ownerOf(fetch);
    const key = (await keys.load([owner.subjectId])).get(owner.subjectId);
    if (key === undefined) throw new MediaDamaged('There is no key of a file.');
    if (key === null) throw new MediaForgotten('The person of a file was forgotten.');
    return unseal({ id, size, header, owner, key }, fetch);
  };

  const factsOf = async (mediaId: string): Promise<MediaFacts | null> => {
    const sealed = await openSealed(factsId(mediaId));
    if (!sealed) return null;
    return MediaFacts.parse(JSON.parse((await whole(sealed.read())).toString()));
  };

  const remove: MediaVault['remove'] = async (mediaId) => {
    // The facts first, because they mark the file as complete.
    for (const id of [factsId(mediaId), thumbnailId(mediaId), factsId(thumbnailId(mediaId)), mediaId]) await store.delete(id);
  };

  const putFacts = (facts: MediaFacts, owner: Owner) =>
    put(factsId(facts.mediaId), owner, inOnePiece(Buffer.from(JSON.stringify(facts))));

  const keepThumbnail = async (mediaId: string, owner: Owner, small: Buffer): Promise<void> => {
    const id = thumbnailId(mediaId);
    await put(id, owner, inOnePiece(small));
    const sha256 = createHash('sha256').update(small).digest('hex');
    const facts = { mediaId: id, kind: 'image' as const, mime: 'image/webp', bytes: small.length, name: null, sha256 };
    await putFacts({ ...facts, width: null, height: null, durationMs: null, thumbnail: false }, owner);
  };

  /** Returns whether there is one now. */
  const keepPoster = async ({ mediaId, owner, poster }: Incoming): Promise<boolean> => {
    const picture = poster?.length ? await readPicture(owner.companyId, () => inOnePiece(poster)) : null;
    if (picture) await keepThumbnail(mediaId, owner, picture.small);
    return picture !== null;
  };

  const keep: MediaVault['keep'] = async (incoming) => {
    const { mediaId, owner, name, durationMs = null, kinds, maxBytes = Number.POSITIVE_INFINITY } = incoming;
    const { head, rest } = await headOf(incoming.bytes);
    if (head.length === 0) throw new Refused('ERR_MEDIA_EMPTY');
    const { kind, mime } = await sniff(head);
    if (kinds && !kinds.includes(kind)) throw await ended(rest, new Refused('ERR_MEDIA_KIND'));
    const most = Math.min(maxBytes, limits.mediaBytes[kind]);
    const hash = createHash('sha256');
    let bytes = 0;
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of joined(head, rest)) {
        bytes += piece.length;
        if (bytes > most) throw new Refused('ERR_TOO_LARGE', { details: { kind, maxBytes: most } });
        hash.update(piece);
        yield piece;
      }
    };
    await put(mediaId, owner, counted());
    const known = { mediaId, mime, bytes, name: safeName(name), sha256: hash.digest('hex') };
    const plain = { ...known, width: null, height: null, durationMs: null, thumbnail: false };
    if (kind === 'document') {
      const facts = { ...plain, kind, thumbnail: await keepPoster(incoming) };
      await putFacts(facts, owner);
      return facts;
    }
    const sealed = await openSealed(mediaId);
    if (kind !== 'image') {
      const clip = sealed && (await readClip(owner.companyId, sealed));
      const played = playedAs(kind, mime, clip);
      const thumbnail = played.kind === 'video' && (await keepPoster(incoming));
      const facts = { ...plain, ...played, durationMs: clip?.durationMs ?? durationMs, thumbnail };
      await putFacts(facts, owner);
      return facts;
    }
    const picture = sealed && (await readPicture(owner.companyId, () => sealed.read()));
    if (picture) await keepThumbnail(mediaId, owner, picture.small);
    // A picture that could not be decoded here is never rendered on a screen: it can only be downloaded.
    const facts: MediaFacts = picture
      ? { ...plain, kind: incoming.sticker ? 'sticker' : kind, width: picture.width, height: picture.height, thumbnail: true }
      : { ...plain, kind: 'document' };
    await putFacts(facts, owner);
    return facts;
  };

  const vault: MediaVault = {
    keep: async (incoming) => {
      try {
        return await keep(incoming);
      } catch (error) {
        if (!incoming.shared) await remove(incoming.mediaId).catch(() => undefined);
        throw error instanceof MediaStoreFailed ? new Refused('ERR_MEDIA_STORE') : error;
      }
    },
    open: async (mediaId) => {
      try {
        const facts = await factsOf(mediaId);
        const sealed = facts && (await openSealed(mediaId));
        if (!sealed) return null;
        const { owner, size, read } = sealed;
        if (size !== facts.bytes) throw new MediaDamaged('A file is cut off.');
        return { facts, owner, size, read };
      } catch (error) {
        // It was removed meanwhile.
        if (error instanceof MediaDamaged && (await store.size(factsId(mediaId))) === null) return null;
        throw error;
      }
    },
    remove,
    tidy: () => store.tidy(LEFT_MS),
    copy: async ({ from, mediaId, owner }) => {
      try {
        const source = await vault.open(from);
        if (!source) return null;
        await put(mediaId, owner, source.read());
        const small = source.facts.thumbnail ? await openSealed(thumbnailId(from)) : null;
        if (small) await keepThumbnail(mediaId, owner, await whole(small.read()));
        // The bytes are the same, so the facts are too; the thumbnail may be missing after a crash during `remove`.
        const facts = { ...source.facts, mediaId, thumbnail: small !== null };
        await putFacts(facts, owner);
        return facts;
      } catch (error) {
        await remove(mediaId).catch(() => undefined);
        throw error instanceof MediaStoreFailed ? new Refused('ERR_MEDIA_STORE') : error;
      }
    },
  };
  return vault;
};

/** A sound in a video's container, as telephones record them, is a sound. */
const playedAs = (kind: MediaKind, mime: string, clip: Clip | null): Pick<MediaFacts, 'kind' | 'mime' | 'width' | 'height'> => {
  const { isSound = false, width = null, height = null } = clip ?? {};
  return isSound ? { kind: 'audio', mime: mime.replace(/^video\//, 'audio/'), width, height } : { kind, mime, width, height };
};

/** Only for small contents: facts and thumbnails. */
const whole = async (bytes: AsyncIterable<Buffer>): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
};

/** Bytes that are there already, for what takes them as they come. */
export async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
