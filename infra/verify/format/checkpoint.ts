import { base64Of, fromBase64, utf8 } from './bytes.ts';
import { type Note, readNote } from './note.ts';

/** A tree head: which log it is of, how many leaves the tree has, and its root. */
export type Head = { origin: string; size: number; root: Uint8Array };

/** The text of a head as C2SP's tlog-checkpoint has it. */
export const headText = ({ origin, size, root }: Head): string => `${origin}\n${size}\n${base64Of(root)}\n`;

/** Reads such a text. Extension lines are ignored. Returns null for anything else. */
export const readHead = (text: string): Head | null => {
  const [origin, digits, encoded, ...more] = text.split('\n');
  const root = fromBase64(encoded ?? '');
  const size = Number(digits);
  if (!origin || !/^(0|[1-9]\d{0,15})$/.test(digits ?? '') || !Number.isSafeInteger(size) || root?.length !== 32) return null;
  return more.at(-1) === '' && !more.slice(0, -1).includes('') ? { origin, size, root } : null;
};

/** A head that somebody kept, with the proof that an older one is its beginning, if it came with one. */
export type KeptHead = { note: Note; head: Head; proof: { from: number; hashes: Uint8Array[] } | null };

/**
 * Reads a signed head, or what C2SP's tlog-witness is sent: `old`, the size of the older tree, the hashes of the proof, an empty line, and the
 * signed head. Returns null for anything else.
 */
export const readKeptHead = (text: string): KeptHead | null => {
  const old = /^old (0|[1-9]\d{0,15})\n((?:[A-Za-z0-9+/=]+\n)*)\n/.exec(text);
  const note = readNote(utf8(old ? text.slice(old[0].length) : text));
  const head = note && readHead(note.text);
  if (!note || !head) return null;
  if (!old) return { note, head, proof: null };
  const hashes = old[2]!.split('\n').slice(0, -1).map(fromBase64);
  if (hashes.some((hash) => hash?.length !== 32)) return null;
  return { note, head, proof: { from: Number(old[1]), hashes: hashes as Uint8Array[] } };
};

/** The same as text, for a signed head. */
export const keptHeadText = (from: number, hashes: readonly Uint8Array[], signedHead: string): string =>
  `old ${from}\n${hashes.map((hash) => `${base64Of(hash)}\n`).join('')}\n${signedHead}`;
