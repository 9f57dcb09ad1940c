/** A range of the stored bytes: from `from` (inclusive) to `to` (exclusive). */
export type ByteRange = { from: number; to: number };

/** Stores the bytes of files by name (a UUID): on disk or in S3. They are streamed, and never changed. */
export type MediaStore = {
  /**
   * Resolves with the size once all bytes are durable. If `bytes` or the store fails, nothing is stored; throws MediaStoreFailed if it was
   * the store.
   */
  put: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<number>;
  /** Returns null if there is no such file. A range must lie within it. */
  get: (name: string, range?: ByteRange) => Promise<AsyncIterable<Buffer> | null>;
  /** Size in bytes; null if there is no such file. */
  size: (name: string) => Promise<number | null>;
  /** Deleting a missing file succeeds. */
  delete: (name: string) => Promise<void>;
  /** Deletes incomplete writes of killed processes that are older than this. */
  tidy: (olderThanMs: number) => Promise<void>;
};

/** The store failed for now: its disk is full, or it cannot be reached. The message contains no secret. */
export class MediaStoreFailed extends Error {
  override name = 'MediaStoreFailed';
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Checks that a name is a UUID, so that it cannot form a path. Throws a TypeError. */
export const assertName = (name: string): void => {
  if (!uuid.test(name)) throw new TypeError('What is kept is named by a UUID.');
};
