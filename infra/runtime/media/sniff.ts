import type { MediaKind } from '@prosa/contracts';

/** How much of a file's beginning is examined: Office documents are recognised by content at some distance. */
export const SNIFF_BYTES = 64 * 1024;

/** Pictures that every browser renders and that cannot contain anything else. */
const pictures = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']);

/**
 * Detects the type of a file from its first bytes only; what the sender states is ignored. HTML and SVG, which may contain scripts, are
 * documents.
 */
export const sniff = async (head: Buffer): Promise<{ kind: MediaKind; mime: string }> => {
  const { fileTypeFromBuffer } = await import('file-type');
  // A truncated or damaged file may make it fail: then the file is plain bytes.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (!found) return { kind: 'document', mime: isText(head) ? 'text/plain' : 'application/octet-stream' };
  // Removes the parameters, with which it is no plain MIME type (`audio/ogg; codecs=opus`).
  const mime = found.mime.split(';')[0]!.trim().toLowerCase();
  if (pictures.has(mime)) return { kind: 'image', mime };
  if (mime.startsWith('audio/')) return { kind: 'audio', mime };
  if (mime.startsWith('video/')) return { kind: 'video', mime };
  return { kind: 'document', mime };
};

const isText = (head: Buffer): boolean => {
  if (head.includes(0)) return false;
  // The last character may be cut.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    decoder.decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
};
