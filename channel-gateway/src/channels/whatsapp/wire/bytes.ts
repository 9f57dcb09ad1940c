import { fields } from '@prosa/contracts';
import { proto, unpadRandomMax16 } from '@whiskeysockets/baileys';

/**
 * Decodes what was decrypted of a message, without the characters that cannot be stored: all of it is encrypted end to end, so nobody has
 * looked at it before. Throws TypeError if it is no message.
 */
export const messageIn = (plaintext: Uint8Array): { bytes: Uint8Array; message: proto.Message } => {
  try {
    const bytes = unpadRandomMax16(plaintext);
    const message = proto.Message.decode(bytes);
    clean(message);
    return { bytes, message };
  } catch (cause) {
    throw new TypeError('What was decrypted is no message.', { cause });
  }
};

/** Whether what was decrypted is a message. */
export const isMessage = (plaintext: Uint8Array): boolean => {
  try {
    proto.Message.decode(unpadRandomMax16(plaintext));
    return true;
  } catch {
    // Whatever is wrong with it: the answer is no.
    return false;
  }
};

/** Cleans all texts of a decoded message where they are. */
const clean = (part: object): void => {
  for (const [name, value] of Object.entries(part) as [string, unknown][])
    if (typeof value === 'string') (part as Record<string, unknown>)[name] = fields.kept(value);
    else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) clean(value);
};
