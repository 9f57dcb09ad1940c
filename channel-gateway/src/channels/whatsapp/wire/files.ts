import { createDecipheriv, createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { proto } from '@whiskeysockets/baileys';
import { Gone, Permanent } from '../../provider.port.ts';

/** The kinds of files for which WhatsApp derives different keys. */
export type FileKind = 'image' | 'video' | 'audio' | 'document';
const INFO: Record<FileKind, string> = {
  image: 'WhatsApp Image Keys',
  video: 'WhatsApp Video Keys',
  audio: 'WhatsApp Audio Keys',
  document: 'WhatsApp Document Keys',
};
const MAC_BYTES = 10;

/** How to obtain a customer's file: where it is, and what opens it. */
type Source = {
  kind: FileKind;
  path: string | null;
  url: string | null;
  key: string;
  sha256: string | null;
  /** Its small picture, which came with the message. */
  poster?: string;
  /** The message that brought it, by which the phone can be asked for it. */
  from: MessageKey;
};
/** `author`: who of a group wrote it; `own`: the company did, on its phone. */
export type MessageKey = { id: string; chat: string; author?: string; own?: boolean };
type File = Pick<proto.Message.IImageMessage, 'directPath' | 'url' | 'mediaKey' | 'fileSha256' | 'jpegThumbnail'>;
/** Larger than the small picture of any phone, in bytes. */
const MOST_POSTER = 65_536;

export const sourceOf = (
  { directPath, url, mediaKey, fileSha256, jpegThumbnail }: File,
  kind: FileKind,
  from: MessageKey,
): string => {
  const base64 = (bytes: Uint8Array | null | undefined) => (bytes?.length ? Buffer.from(bytes).toString('base64') : null);
  // A picture's is made from the picture itself.
  const poster = kind !== 'image' && (jpegThumbnail?.length ?? 0) <= MOST_POSTER ? base64(jpegThumbnail) : null;
  const source: Source = {
    kind,
    path: directPath || null,
    url: url || null,
    key: base64(mediaKey) ?? '',
    sha256: base64(fileSha256),
    ...(poster && { poster }),
    from,
  };
  return JSON.stringify(source);
};

/** The small picture that came with the message of a file. */
export const posterOf = (source: string): Buffer | null => {
  const { poster } = JSON.parse(source) as Source;
  return poster ? Buffer.from(poster, 'base64') : null;
};

/** Whether an address is one of WhatsApp's own servers, or of the configured one. */
export const isServerOf = ({ protocol, hostname, origin, username, password }: URL, mediaUrl: string): boolean =>
  protocol === 'https:' &&
  username === '' &&
  password === '' &&
  (hostname.endsWith('.whatsapp.net') || origin === new URL(mediaUrl).origin);

/**
 * The address of a file: both what names its path and what names all of it come from whoever wrote, and a path may be an address as well, in
 * many spellings. So the resolved address counts. Throws Permanent if it is not on WhatsApp's own servers, or the configured one.
 */
export const addressOf = ({ path, url }: Pick<Source, 'path' | 'url'>, mediaUrl: string): URL => {
  const named = path ?? url ?? '';
  const address = URL.canParse(named, path === null ? undefined : mediaUrl) ? new URL(named, mediaUrl) : null;
  if (!address || !isServerOf(address, mediaUrl)) throw new Permanent('The file is not on a server of WhatsApp.');
  return address;
};

/**
 * Downloads a file and decrypts it on the way. Throws Permanent if its mac or its hash is wrong, which is known at the end only, and Gone if
 * the server no longer has it.
 */
const downloadFile = async (source: string, mediaUrl: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> => {
  const file = JSON.parse(source) as Source;
  if (!file.key) throw new Gone('The message has no key of its file.');
  const reply = await fetch(addressOf(file, mediaUrl), {
    headers: { origin: 'https://web.whatsapp.com' },
    redirect: 'error',
    signal,
  });
  if (reply.status === 404 || reply.status === 410) throw new Gone('The server no longer has the file.');
  if (!reply.ok || !reply.body) throw new Error(`The media server answered ${reply.status}.`);
  return decrypted(reply.body, file);
};

/** Asks the company's phone for a file that the server no longer has; resolves with its new path, null if the phone has none. */
export type AskPhone = (asked: { message: MessageKey; key: Buffer; signal: AbortSignal }) => Promise<string | null>;

/** Downloads a file; if the server no longer has it, the phone is asked to upload it again. */
export const obtainFile = async (
  source: string,
  { mediaUrl, askPhone, signal }: { mediaUrl: string; askPhone: AskPhone; signal: AbortSignal },
): Promise<AsyncIterable<Uint8Array>> => {
  try {
    return await downloadFile(source, mediaUrl, signal);
  } catch (error) {
    if (!(error instanceof Gone)) throw error;
    const file = JSON.parse(source) as Source;
    if (!file.key) throw error;
    const path = await askPhone({ message: file.from, key: Buffer.from(file.key, 'base64'), signal });
    if (path === null) throw error;
    return downloadFile(JSON.stringify({ ...file, path }), mediaUrl, signal);
  }
};

async function* decrypted(bytes: AsyncIterable<Uint8Array>, { kind, key, sha256 }: Source): AsyncGenerator<Uint8Array> {
  const keys = Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), Buffer.alloc(32), INFO[kind], 112));
  const iv = keys.subarray(0, 16);
  const cipher = createDecipheriv('aes-256-cbc', keys.subarray(16, 48), iv);
  const mac = createHmac('sha256', keys.subarray(48, 80)).update(iv);
  const hash = createHash('sha256');
  /** The last bytes are the mac. */
  let tail: Buffer = Buffer.alloc(0);
  for await (const piece of bytes) {
    const all = Buffer.concat([tail, piece]);
    const encrypted = all.subarray(0, Math.max(0, all.length - MAC_BYTES));
    tail = all.subarray(encrypted.length);
    mac.update(encrypted);
    const clear = cipher.update(encrypted);
    hash.update(clear);
    if (clear.length > 0) yield clear;
  }
  if (tail.length < MAC_BYTES || !timingSafeEqual(mac.digest().subarray(0, MAC_BYTES), tail))
    throw new Permanent('The mac of the file is wrong.');
  const last = cipher.final();
  hash.update(last);
  if (sha256 && !hash.digest().equals(Buffer.from(sha256, 'base64'))) throw new Permanent('The hash of the file is wrong.');
  if (last.length > 0) yield last;
}
