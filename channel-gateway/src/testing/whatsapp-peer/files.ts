import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { type BinaryNode, proto } from '@whiskeysockets/baileys';
import { hkdf, hmac, seal } from './keys.ts';
import type { MediaServer } from './media.server.ts';
import type { Companion } from './model.ts';
import { child, node } from './nodes.ts';
import type { State } from './state.ts';

export type FileKind = 'image' | 'video' | 'audio' | 'document' | 'sticker';
const INFO: Record<FileKind, string> = {
  image: 'WhatsApp Image Keys',
  sticker: 'WhatsApp Image Keys',
  video: 'WhatsApp Video Keys',
  audio: 'WhatsApp Audio Keys',
  document: 'WhatsApp Document Keys',
};
const MAC = 10;
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const keysOf = (mediaKey: Uint8Array, kind: FileKind) => {
  const keys = hkdf(mediaKey, 112, { info: INFO[kind] });
  return { iv: keys.subarray(0, 16), cipher: keys.subarray(16, 48), mac: keys.subarray(48, 80) };
};

/** The reference to a file in a message. */
export type FileReference = {
  url: string;
  directPath: string;
  mediaKey: Buffer;
  fileSha256: Buffer;
  fileEncSha256: Buffer;
  fileLength: number;
  mediaKeyTimestamp: number;
};

/** Encrypts a file as phones do, and puts it onto the media server. */
export const putFile = (media: MediaServer, bytes: Uint8Array, kind: FileKind): FileReference => {
  const mediaKey = randomBytes(32);
  const keys = keysOf(mediaKey, kind);
  const cipher = createCipheriv('aes-256-cbc', keys.cipher, keys.iv);
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const kept = Buffer.concat([encrypted, hmac(keys.mac, keys.iv, encrypted).subarray(0, MAC)]);
  const directPath = media.keep(kept);
  return {
    url: `${media.origin}${directPath}`,
    directPath,
    mediaKey,
    fileSha256: sha256(bytes),
    fileEncSha256: sha256(kept),
    fileLength: bytes.length,
    mediaKeyTimestamp: Math.floor(Date.now() / 1000),
  };
};

type WithFile = Pick<proto.Message.IImageMessage, 'directPath' | 'mediaKey' | 'fileSha256' | 'fileLength'>;

/** Opens a received file. Throws if it is not there, or if its mac, its hash or its length is wrong. */
export const openFile = (
  media: MediaServer,
  { directPath, mediaKey, fileSha256, fileLength }: WithFile,
  kind: FileKind,
): Buffer => {
  const kept = media.read(directPath ?? '');
  if (!kept) throw new Error('The file is not there.');
  const keys = keysOf(mediaKey!, kind);
  const encrypted = kept.subarray(0, -MAC);
  if (!hmac(keys.mac, keys.iv, encrypted).subarray(0, MAC).equals(kept.subarray(-MAC))) throw new Error('The mac is wrong.');
  const decipher = createDecipheriv('aes-256-cbc', keys.cipher, keys.iv);
  const bytes = Buffer.concat([decipher.update(encrypted), decipher.final()]);
  if (!sha256(bytes).equals(Buffer.from(fileSha256!))) throw new Error('The hash is wrong.');
  if (Number(fileLength) !== bytes.length) throw new Error('The length is wrong.');
  return bytes;
};

const { ResultType } = proto.MediaRetryNotification;

/** A phone's answer to a linked device that could not download a file: where it is now, or that the phone has none. */
export const uploadAgain = (
  { media }: Pick<State, 'media'>,
  by: Companion,
  id: string,
  receipt: BinaryNode,
  message: proto.IMessage | undefined,
): void => {
  const file = message?.imageMessage ?? message?.videoMessage ?? message?.audioMessage ?? message?.documentMessage;
  const kept = file?.directPath && media.read(file.directPath);
  const attrs = { id, type: 'mediaretry', from: receipt.attrs.to };
  const rmr = node('rmr', { ...child(receipt, 'rmr')?.attrs });
  const answer =
    file && kept ? sealedPath(file.mediaKey!, id, media.keep(kept)) : node('error', { code: String(ResultType.NOT_FOUND) });
  by.deliver(node('notification', attrs, [answer, rmr]));
};

const sealedPath = (mediaKey: Uint8Array, id: string, directPath: string): BinaryNode => {
  const answer = { stanzaId: id, directPath, result: ResultType.SUCCESS };
  const iv = randomBytes(12);
  const key = hkdf(mediaKey, 32, { info: 'WhatsApp Media Retry Notification' });
  const sealed = seal(key, iv, proto.MediaRetryNotification.encode(answer).finish(), Buffer.from(id));
  return node('encrypt', {}, [node('enc_p', {}, sealed), node('enc_iv', {}, iv)]);
};
