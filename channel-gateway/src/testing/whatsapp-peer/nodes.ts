import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildBuffer, getBinaryNodeChildren } from '@whiskeysockets/baileys';

export type Attributes = Record<string, string | undefined>;
export type Content = BinaryNode['content'];

/** A binary node; attributes without a value are left out. */
export const node = (tag: string, attrs: Attributes = {}, content?: Content): BinaryNode => ({
  tag,
  attrs: Object.fromEntries(Object.entries(attrs).filter((entry): entry is [string, string] => entry[1] !== undefined)),
  ...(content !== undefined && { content }),
});

export const child = (of: BinaryNode | undefined, tag: string): BinaryNode | undefined => getBinaryNodeChild(of, tag);
export const children = (of: BinaryNode | undefined, tag: string): BinaryNode[] => getBinaryNodeChildren(of, tag);
export const first = ({ content }: BinaryNode): BinaryNode | undefined => (Array.isArray(content) ? content[0] : undefined);

/** The bytes of a child. Throws if it has none. */
export const bytesOf = (of: BinaryNode | undefined, tag: string): Buffer => {
  const bytes = getBinaryNodeChildBuffer(of, tag);
  if (!bytes) throw new Error(`${of?.tag ?? 'Nothing'} has no ${tag}.`);
  return Buffer.from(bytes);
};
export const numberOf = (of: BinaryNode | undefined, tag: string): number => {
  const bytes = bytesOf(of, tag);
  return bytes.readUIntBE(0, bytes.length);
};
export const bigEndian = (value: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
};

export const SERVER = 's.whatsapp.net';
export const seconds = (): string => String(Math.floor(Date.now() / 1000));
