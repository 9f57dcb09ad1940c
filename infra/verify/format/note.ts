import { base64Of, bytesOfNumber, fromBase64, joined, type Sha256, textOf, utf8 } from './bytes.ts';

/** The key of an installation for one log: the name stands in signatures, the bytes are the Ed25519 key. */
export type VerifierKey = { name: string; publicKey: Uint8Array };
/** Signs with the private half of an Ed25519 key. */
export type Sign = (message: Uint8Array) => Uint8Array;
/** A note after reading; its signatures are not verified yet. */
export type Note = { text: string; signatures: { name: string; keyId: string; signature: Uint8Array }[] };

const ED25519 = 0x01;
/** Of a head with the time of its signature (C2SP tlog-cosignature). */
const COSIGNED = 0x04;
const MOST_SIGNATURES = 100;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const hasSpace = /[\s+]/u;

const idOf = (sha256: Sha256, { name, publicKey }: VerifierKey, kind: number): Uint8Array =>
  sha256(joined(utf8(`${name}\n`), Uint8Array.of(kind), publicKey)).subarray(0, 4);

/** A key as text: its name, its id and its bytes, joined by `+`, as Go's `note.Verifier` and the tools of C2SP read it. */
export const keyText = (sha256: Sha256, key: VerifierKey): string => {
  const id = Array.from(idOf(sha256, key, ED25519), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${key.name}+${id}+${base64Of(joined(Uint8Array.of(ED25519), key.publicKey))}`;
};
/** Returns null for anything but such a text. */
export const readKey = (sha256: Sha256, text: string): VerifierKey | null => {
  const [name, , ...encoded] = text.trim().split('+');
  const bytes = fromBase64(encoded.join('+'));
  if (!name || hasSpace.test(name) || bytes?.length !== KEY_BYTES + 1 || bytes[0] !== ED25519) return null;
  const key = { name, publicKey: bytes.subarray(1) };
  return keyText(sha256, key) === text.trim() ? key : null;
};

/** Reads a signed note (C2SP signed-note). Returns null for what is none. */
export const readNote = (bytes: Uint8Array): Note | null => {
  const whole = textOf(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a note may contain none of them but newlines
  if (whole === null || /[\u0000-\u0009\u000b-\u001f]/.test(whole)) return null;
  const end = whole.lastIndexOf('\n\n');
  if (end < 0 || !whole.endsWith('\n')) return null;
  const lines = whole.slice(end + 2, -1).split('\n');
  if (lines.length > MOST_SIGNATURES) return null;
  const signatures: Note['signatures'] = [];
  for (const line of lines) {
    const [dash, name, encoded, ...more] = line.split(' ');
    const signed = encoded === undefined ? null : fromBase64(encoded);
    if (dash !== '—' || !name || hasSpace.test(name) || more.length > 0 || !signed || signed.length <= 4) return null;
    signatures.push({ name, keyId: base64Of(signed.subarray(0, 4)), signature: signed.subarray(4) });
  }
  return { text: whole.slice(0, end + 1), signatures };
};

const line = (name: string, id: Uint8Array, signature: Uint8Array): string => `— ${name} ${base64Of(joined(id, signature))}\n`;

/** Signs a text, which ends with a newline. */
export const signNote = (sha256: Sha256, key: VerifierKey, sign: Sign, text: string): string =>
  `${text}\n${line(key.name, idOf(sha256, key, ED25519), sign(utf8(text)))}`;

/** Signs a head twice: as the log, and with the time (C2SP tlog-cosignature, version 1 of Ed25519). `seconds` since 1970. */
export const signHead = (sha256: Sha256, key: VerifierKey, sign: Sign, text: string, seconds: number): string => {
  const timed = joined(bytesOfNumber(seconds, 8), sign(cosigned(text, seconds)));
  return `${signNote(sha256, key, sign, text)}${line(key.name, idOf(sha256, key, COSIGNED), timed)}`;
};
const cosigned = (text: string, seconds: number | bigint): Uint8Array => utf8(`cosignature/v1\ntime ${seconds}\n${text}`);

/** Whether the key has signed the note, and no signature of it is wrong. Those of other keys are ignored. */
export const isSignedBy = async (sha256: Sha256, key: VerifierKey, { text, signatures }: Note): Promise<boolean> => {
  const own = ofKey(sha256, key, ED25519, signatures);
  for (const signature of own) if (!(await verifies(key, signature, utf8(text)))) return false;
  return own.length > 0;
};

/** When the key signed the head, in seconds since 1970; null if it says no time, or a wrong one. */
export const timeOfHead = async (sha256: Sha256, key: VerifierKey, { text, signatures }: Note): Promise<number | null> => {
  let newest: number | null = null;
  for (const signature of ofKey(sha256, key, COSIGNED, signatures)) {
    if (signature.length !== 8 + SIGNATURE_BYTES) return null;
    const seconds = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
    if (!(await verifies(key, signature.subarray(8), cosigned(text, seconds)))) return null;
    newest = Math.max(newest ?? 0, Number(seconds));
  }
  return newest;
};

const ofKey = (sha256: Sha256, key: VerifierKey, kind: number, signatures: Note['signatures']): Uint8Array[] => {
  const id = base64Of(idOf(sha256, key, kind));
  return signatures.filter(({ name, keyId }) => name === key.name && keyId === id).map(({ signature }) => signature);
};

const verifies = async ({ publicKey }: VerifierKey, signature: Uint8Array, message: Uint8Array): Promise<boolean> => {
  if (signature.length !== SIGNATURE_BYTES) return false;
  try {
    const key = await crypto.subtle.importKey('raw', new Uint8Array(publicKey), 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, new Uint8Array(signature), new Uint8Array(message));
  } catch {
    // Bytes that are no point of the curve verify nothing.
    return false;
  }
};
