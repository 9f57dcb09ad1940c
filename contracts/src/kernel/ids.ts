import { parse, v7 } from 'uuid';
import { hashes } from './hashes.ts';

/** A new id, increasing with time (UUID version 7). */
export const newId = (): string => v7();

/** The id that a name always has within `namespace` (a UUID); identifies a repeated action (RFC 9562, version 5). */
export const derivedId = (namespace: string, ...names: string[]): string => {
  const name = text.encode(names.join(' '));
  const bytes = new Uint8Array(16 + name.length);
  bytes.set(parse(namespace));
  bytes.set(name, 16);
  const hex = hashes.sha1(bytes);
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return dashed(`${hex.slice(0, 12)}5${hex.slice(13, 16)}${variant}${hex.slice(17, 32)}`);
};
const text = new TextEncoder();
const dashed = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;

/** Namespace for ids derived from names that are not UUIDs themselves. */
export const PROSA = '6f1ed0d2-9d0c-5bb2-8a63-2f9a4bfb24c1';

/** A conversation's key: the first 60 bits of SHA-256 of `connectionId/contactId` as 15 hex digits (decision 1). */
export const conversationKey = (connectionId: string, contactId: string): string =>
  hashes.sha256(`${connectionId}/${contactId}`).slice(0, 15);

export const conversationStream = (key: string): string => `conversation-${key}`;

/**
 * The id of a child of a conversation (ticket, message, note): a version 8 UUID whose hex digits 1-12 and 14-16 are the conversation's key
 * and whose low 62 bits are those of SHA-256 of `name`, so that any instance can derive its stream from it. Names: `ticket:{commandId}`,
 * `in:{the channel's message id}`, `out:{commandId}`.
 */
export const childId = (key: string, name: string): string => {
  const low = hashes.sha256(name).slice(48);
  const variant = ((Number.parseInt(low[0]!, 16) & 3) | 8).toString(16);
  return dashed(`${key.slice(0, 12)}8${key.slice(12)}${variant}${low.slice(1)}`);
};

/** The key of the conversation that a ticket or message id belongs to; null if the id is of another kind. */
export const conversationOf = (id: string): string | null => {
  const hex = id.replaceAll('-', '').toLowerCase();
  return /^[0-9a-f]{12}8[0-9a-f]{3}[89ab][0-9a-f]{15}$/.test(hex) ? hex.slice(0, 12) + hex.slice(13, 16) : null;
};
