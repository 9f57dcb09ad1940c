import { base64Of, type Sha256, textOf, utf8 } from '../format/bytes.ts';
import { leafOf, type StoredEvent } from '../format/leaf.ts';
import { leafHash } from '../format/merkle.ts';
import type { LeafRecord, Line, Shown } from '../format/package.ts';

/** Returns an event's line with its newline, and its record in `leaves.bin`. `leaf` is the index of its leaf in the tree. */
export const lineOfEvent = (
  sha256: Sha256,
  event: StoredEvent,
  leaf: number,
  shown: Shown[] = [],
): { line: Uint8Array; record: LeafRecord } => {
  const { stream, revision, id, type, metadata, data } = event;
  const [metadataText, dataText] = [textOf(metadata), textOf(data)];
  const line: Line = {
    leaf,
    stream,
    revision: Number(revision),
    id,
    type,
    ...(metadataText === null ? { metadata64: base64Of(metadata) } : { metadata: metadataText }),
    ...(dataText === null ? { data64: base64Of(data) } : { data: dataText }),
    ...(shown.length > 0 && { shown }),
  };
  const bytes = utf8(`${JSON.stringify(line)}\n`);
  const digest = sha256(bytes.subarray(0, -1));
  return { line: bytes, record: { index: leaf, hash: leafHash(sha256, leafOf(event)), digest } };
};
